extension Route {
  private static let campaignExample =
    #"{"campaign":"spring-news","tenant":"","class":"news","state":"running","way":"direct","audience":{"platforms":["ios"]},"rate_per_second":500,"receipt_sampling":1,"created_at":"2030-01-01T00:00:00.000Z","starts_at":"2030-01-01T00:00:00.000Z","started_at":"2030-01-01T00:00:00.000Z","progress":{"total":120000,"looked_at":30720,"sent":29011,"accepted":28990,"rejected":21,"rejected_by":{"Unregistered":21},"suppressed":1709,"suppressed_by":{"permission_denied":1204,"stale":505},"failed":0,"failed_by":{},"expired":0,"unconfirmed":0,"gone":0,"repeated":0,"waiting":3,"rate":498,"seconds_left":180},"receipts":{"received":20114}}"#

  /// Of those about campaigns and what they find their audience by; nil: another.
  var campaignOperation: Operation? {
    switch self {
    case .createCampaign:
      Operation(
        summary: "Create a campaign",
        about: "One notification to an audience, segment by segment, without a row for each device. Checked "
          + "against the profile and rendered before it is stored; the same id again answers the first result, "
          + "with other content it is a conflict. See [campaigns](campaigns.md).",
        access: [[.serverKey]], scope: .send, body: "CampaignRequest", success: 202,
        answer: "CampaignCreated",
        others: [
          (
            200, "CampaignForecast",
            "With dry_run: whom it would be sent to, how long it takes, what it costs."
          )
        ],
        bodyExample:
          #"{"id":"spring-news","class":"news","audience":{"platforms":["ios"]},"parameters":{"headline":"Spring","count":1,"price":"1.50","hot":true,"when":1893456000},"rate_per_second":500,"starts_at":"2030-01-01T18:00:00Z"}"#,
        answerExample:
          #"{"campaign":"spring-news","way":"direct","repeated":false,"url":"/v1/campaigns/spring-news"}"#,
        problems: [
          .unknownClass, .unknownParameter, .missingParameter, .invalidParameter, .payloadTooLarge,
          .campaignConflict, .classNotForCampaign, .audienceTooLarge,
        ])
    case .campaigns:
      Operation(
        summary: "List campaigns", about: "Newest first, paged, each with its progress.",
        access: [[.serverKey]], scope: .read, answer: "CampaignList",
        answerExample: #"{"campaigns":[\#(Self.campaignExample)]}"#, problems: [])
    case .campaign:
      Operation(
        summary: "Show a campaign",
        about: "How far it is: what was looked at, sent, accepted, rejected and suppressed, by reason.",
        access: [[.serverKey]], scope: .read, answer: "Campaign", answerExample: Self.campaignExample,
        problems: [.unknownCampaign])
    case .pauseCampaign:
      change("Pause a campaign", "What is under way ends; nothing new is sent until it is resumed.", "paused")
    case .resumeCampaign:
      change("Resume a campaign", "It goes on behind its checkpoints.", "running")
    case .cancelCampaign:
      change(
        "Cancel a campaign", "For good: what has not gone is not sent. What is with a provider stays there.",
        "cancelled")
    case .setTags:
      Operation(
        summary: "Set an installation's tags",
        about:
          "Words of the backend's own, by which campaigns find their audience; in place of those it had. "
          + "The tags go with the registration.",
        access: [[.serverKey]], scope: .send, body: "Tags", answer: "Tagged",
        bodyExample: #"{"tags":["beta","berlin"]}"#,
        answerExample: #"{"installation":"device-1","tags":["berlin","beta"]}"#,
        problems: [.unknownInstallation])
    default: nil
    }
  }

  private func change(_ summary: String, _ about: String, _ state: String) -> Operation {
    Operation(
      summary: summary, about: about + " Asking again changes nothing.", access: [[.serverKey]], scope: .send,
      answer: "CampaignChanged", answerExample: #"{"campaign":"spring-news","state":"\#(state)"}"#,
      problems: [.unknownCampaign, .campaignState])
  }
}
