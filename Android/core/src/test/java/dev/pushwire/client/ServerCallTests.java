package dev.pushwire.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class ServerCallTests {
  private final ClientPolicy policy = Scenario.commonPolicy();

  private static RegistrationCall call() {
    RegistrationCall call = new RegistrationCall();
    call.request = 7;
    call.installation = "i-1";
    call.generation = 4;
    call.token = new DeviceToken();
    call.token.value = "t-1";
    call.permission = new Permission(Permission.AUTHORIZED);
    call.permission.rationale = true;
    return call;
  }

  private static Launch launch() {
    Launch launch = new Launch();
    launch.platform = Platform.ANDROID;
    launch.osVersion = "16";
    launch.locale = "de-CH";
    return launch;
  }

  @Test
  void aRegistrationWithoutAnAccountNamesTheApp() throws ServerCall.NeedsAccount {
    ServerCall request = ServerCall.register(call(), launch(), policy);
    assertEquals("PUT /v1/installations/i-1", request.method() + " " + request.path());
    assertEquals(ServerCall.Authorization.PUBLISHABLE_ID, request.authorization());
    assertEquals("pk_parcel", request.publishableId());
    assertNull(request.account());
    assertEquals(
        "{\"app\":\"Parcel\",\"generation\":4,\"locale\":\"de-CH\",\"os_version\":\"16\","
            + "\"permission\":{\"status\":\"authorized\"},\"platform\":\"android\",\"token\":\"t-1\","
            + "\"token_kind\":\"token\"}",
        request.body().text());
  }

  @Test
  void aRegistrationOfAnAccountNeedsItsTicket() throws ServerCall.NeedsAccount {
    RegistrationCall call = call();
    call.account = "bob";
    call.replaces = "alice";
    call.predecessor = "i-0";
    call.challenge = "c-1";
    policy.publishableId = null;
    ServerCall request = ServerCall.register(call, launch(), policy);
    assertEquals(ServerCall.Authorization.TICKET, request.authorization());
    assertEquals("bob", request.account());
    assertNull(request.publishableId());
    assertEquals("i-0", request.predecessor());
    assertEquals("alice", request.body().get("replaces_account").string());
    assertEquals("c-1", request.body().get("challenge").string());

    call.account = null;
    assertThrows(ServerCall.NeedsAccount.class, () -> ServerCall.register(call, launch(), policy));
  }

  @Test
  void logoutAndReceiptsHaveTheInstallationsSecret() {
    ServerCall logout = ServerCall.logout("i-1", 4);
    assertEquals("POST /v1/installations/i-1/logout", logout.method() + " " + logout.path());
    assertEquals(ServerCall.Authorization.SECRET, logout.authorization());
    assertEquals("{\"generation\":4}", logout.body().text());

    ReceiptBatch batch = new ReceiptBatch();
    batch.receipts.add(new Receipt("ship-77", "completed", 0, "no_data"));
    DeviceEvent event = new DeviceEvent();
    event.id = "12";
    event.kind = "prompt_shown";
    batch.events.add(event);
    ServerCall receipts = ServerCall.receipts("i-1", batch, "virtual");
    assertEquals("POST /v1/installations/i-1/receipts", receipts.method() + " " + receipts.path());
    assertEquals(ServerCall.Authorization.SECRET, receipts.authorization());
    assertEquals(
        "{\"events\":[{\"at\":0,\"id\":\"12\",\"kind\":\"prompt_shown\"}],\"receipts\":[{\"at\":0,"
            + "\"kind\":\"completed\",\"notification\":\"ship-77\",\"provenance\":\"virtual\","
            + "\"result\":\"no_data\"}]}",
        receipts.body().text());
  }

  private static String outcome(Integer status, String body) throws JsonFault {
    ServerAnswer answer = ServerAnswer.of(status, 30L, JsonValue.parse(body));
    assertEquals(30, answer.retryAfter);
    return answer.outcome + " " + answer.generation + " " + answer.binding + " " + answer.bindingTag + " "
        + answer.code;
  }

  @Test
  void answersSayWhatTheDeviceHasToDo() throws JsonFault {
    assertEquals("OK 4 bound tag-a4 null",
        outcome(200, "{\"generation\":4,\"binding\":\"bound\",\"binding_tag\":\"tag-a4\"}"));
    assertEquals("OK null null null null", outcome(204, "null"));
    String stale = "{\"code\":\"stale_generation\",\"current_generation\":9,\"generation\":1}";
    assertEquals("STALE 9 null null stale_generation", outcome(409, stale));
    assertEquals("REFUSED null null null generation_conflict",
        outcome(409, "{\"code\":\"generation_conflict\"}"));
    assertEquals("REFUSED null null null stale_generation", outcome(410, stale));
    for (int status : new int[] {401, 403}) {
      assertEquals("UNAUTHORIZED null null null null", outcome(status, "{}"));
    }
    for (Integer status : new Integer[] {null, 408, 429, 500, 503, 599}) {
      assertEquals("UNREACHABLE null null null null", outcome(status, "{\"generation\":4}"));
    }
    for (int status : new int[] {100, 199, 300, 304, 400, 404, 499}) {
      assertEquals("REFUSED null null null null", outcome(status, "{\"generation\":4}"));
    }
  }
}
