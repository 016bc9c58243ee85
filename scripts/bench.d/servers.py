"""Real servers on loopback, for benchmarks and faults: nginx as a cache, buildbox-casd as a cache with workers."""
import os
import shutil
import signal
import socket
import subprocess
import sys
import time

CACHE = """{user}
daemon off; master_process off; pid {folder}/pid;
events {{ worker_connections 256; }}
http {{
    access_log off; sendfile on; keepalive_requests 1000000;
    client_max_body_size 0; client_body_temp_path {folder}/a; proxy_temp_path {folder}/b;
    fastcgi_temp_path {folder}/c; uwsgi_temp_path {folder}/d; scgi_temp_path {folder}/e;
    server {{
        listen 127.0.0.1:{port};
        root {folder}/data;
        location ~ "^/(ac|cas)/[0-9a-f]{{64}}$" {{ dav_methods PUT; create_full_put_path on; }}
    }}
}}
"""


def free_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


def wait_for(port, process):
    for _ in range(2400):
        if process.poll() is not None:
            sys.exit(f"error: the server on port {port} ended at once with {process.returncode}")
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.025)
    sys.exit(f"error: nothing answers on port {port}")


class CacheServer:
    """nginx, which serves the folder `data` in `folder`; `folder` must be empty."""

    def __init__(self, folder):
        nginx = shutil.which("nginx") or "/usr/sbin/nginx"
        if not os.path.exists(nginx):
            sys.exit("error: no nginx\nhint: scripts/setup tests")
        self.port, self.data = free_port(), folder / "data"
        self.data.mkdir(parents=True)
        self.address = f"http://127.0.0.1:{self.port}"
        user = "user root;" if os.getuid() == 0 else ""
        (folder / "conf").write_text(CACHE.format(folder=folder, port=self.port, user=user))
        self.process = subprocess.Popen(
            [nginx, "-c", folder / "conf", "-p", folder, "-e", folder / "error"], start_new_session=True)
        wait_for(self.port, self.process)

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


class Cluster:
    """buildbox-casd with this many workers, in its own process group; `programs` is its folder from scripts/setup."""

    def __init__(self, programs, folder, jobs):
        if not (programs / "buildbox-casd").exists():
            sys.exit("error: no buildbox-casd\nhint: scripts/setup tests")
        self.port = free_port()
        self.address = f"grpc://127.0.0.1:{self.port}"
        swift = str(os.path.realpath(shutil.which("swift") or "/usr/bin/swift")).split("/usr/bin/")[0]
        visible = ["/usr:/usr", "/usr/bin:/bin", "/usr/lib:/lib", "/usr/lib64:/lib64", "/etc:/etc"]
        visible += [f"{swift}:{swift}"] if swift else []
        self.process = subprocess.Popen(
            [programs / "buildbox-casd", f"--bind=127.0.0.1:{self.port}", f"--jobs={jobs}",
             f"--buildbox-run={programs / 'buildbox-run'}", "--cache-failures=false", "--log-level=error",
             *(f"--runner-arg=--ro-bind-mount={mount}" for mount in visible), folder],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        wait_for(self.port, self.process)

    def workers(self):
        found = subprocess.run(["pgrep", "-P", str(self.process.pid)], stdout=subprocess.PIPE, text=True)
        return [int(word) for word in found.stdout.split()]

    def kill(self):
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
