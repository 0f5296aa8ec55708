"""The command itself against nginx and nghttpd: servers that we did not write, over real TLS."""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path

from checks import Checks, Setup

setup = Setup(sys.argv[1])
PROGRAM = sys.argv[2]
KEY = setup["apns_key"]
checks = Checks("servers")
folder = Path("servers").absolute()
folder.mkdir()
subprocess.run(
    ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
     "-keyout", folder / "key.pem", "-out", folder / "cert.pem", "-subj", "/CN=localhost",
     "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"], check=True, capture_output=True)
(folder / "push.apns").write_text('{"aps":{"alert":"Hello"}}')
environment = {**os.environ, "XDG_CACHE_HOME": str(folder / "cache"), "PATH": os.environ["PATH"] + ":/usr/sbin"}

NGINX = """
daemon off; master_process off; pid nginx.pid; error_log stderr crit;
events {{ worker_connections 256; }}
http {{
  access_log off; client_body_temp_path b; proxy_temp_path p; fastcgi_temp_path f; uwsgi_temp_path u;
  scgi_temp_path s;
  server {{
    listen 127.0.0.1:{port} ssl http2; ssl_certificate cert.pem; ssl_certificate_key key.pem;
    http2_max_concurrent_streams 64; keepalive_requests 500;
    location /3/device/ {{ return 200; }}
  }}
}}
"""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def serve(port, *command):
    server = subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL)
    for _ in range(100):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return server
        time.sleep(0.1)
    server.kill()
    raise SystemExit(f"interop: {command[0]} does not start")


def send(port, tokens):
    path = folder / "tokens.txt"
    path.write_text("\n".join(tokens) + "\n")
    done = subprocess.run(
        [PROGRAM, "send", "--payload", folder / "push.apns", "--tokens", path, "--env", "sandbox", "--key",
         setup.path(KEY["file"]), "--key-id", KEY["key_id"], "--team-id", KEY["team_id"], "--topic",
         setup["topic"], "--endpoint", f"localhost:{port}", "--ca", folder / "cert.pem", "--json"],
        capture_output=True, text=True, timeout=120, env=environment, check=False)
    summary = json.loads(done.stdout.splitlines()[-1])
    return done.returncode, summary.get("accepted"), summary.get("resends")


many = [f"{number:064x}" for number in range(5000)]
port = free_port()
(folder / "nginx.conf").write_text(NGINX.format(port=port))
nginx = serve(port, "nginx", "-p", str(folder), "-c", "nginx.conf", "-e", "stderr")
try:
    code, accepted, resends = send(port, many)
    checks.equal("nginx, GOAWAY every 500 requests", (code, accepted), (0, 5000))
    print(f"      {'servers':<15} sent again at no cost: {resends}")
finally:
    nginx.kill()
    nginx.wait()

# nghttpd serves files, so each token is one.
few = many[:300]
(folder / "root/3/device").mkdir(parents=True)
for token in few:
    (folder / "root/3/device" / token).write_text("")
port = free_port()
nghttpd = serve(port, "nghttpd", "-d", "root", str(port), "key.pem", "cert.pem")
try:
    checks.equal("nghttpd, a file for each token", send(port, few)[:2], (0, 300))
    checks.equal("nghttpd, 404 without a reason", send(port, ["ab" * 32])[:2], (1, 0))
finally:
    nghttpd.kill()
    nghttpd.wait()
shutil.rmtree(folder)
checks.end()
