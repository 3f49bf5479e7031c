# SPDX-License-Identifier: Apache-2.0
"""Runs the hostspec command on the controller for a host of the inventory."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import tempfile
from contextlib import contextmanager
from urllib.parse import quote

from ansible import constants as C
from ansible.errors import AnsibleActionFail
from ansible.module_utils.common.text.converters import to_text
from ansible.plugins.action import ActionBase

ARGUMENTS = {
    "dest": {"type": "path", "required": True},
    "name": {"type": "str"},
    "format": {"type": "str", "choices": ["tar.gz", "ndjson", "directory"], "default": "tar.gz"},
    "domain": {"type": "list", "elements": "str"},
    "only": {"type": "list", "elements": "str"},
    "skip": {"type": "list", "elements": "str"},
    "catalog": {"type": "path"},
    "deny": {"type": "path"},
    "map": {
        "type": "list",
        "elements": "str",
        "choices": ["identity", "ip", "host", "mac", "user", "serial", "keyword"],
    },
    "key": {"type": "path", "no_log": False},
    "keep_secrets": {"type": "bool", "default": False},
    "offline": {"type": "bool", "default": False},
    "allow_state_changes": {"type": "bool", "default": False},
    "keep_runner": {"type": "bool", "default": False},
    "max_time": {"type": "int", "default": 600},
    "connect_timeout": {"type": "int"},
    "max_bytes": {"type": "str"},
    "force": {"type": "bool", "default": False},
    "executable": {"type": "str", "default": "hostspec"},
}

FLAGS = ("keep_secrets", "offline", "allow_state_changes", "keep_runner", "force")
VALUES = ("format", "catalog", "deny", "key", "max_time", "connect_timeout", "max_bytes")
LISTS = ("domain", "only", "skip", "map")

ENDINGS = {"tar.gz": ".tar.gz", "ndjson": ".ndjson", "directory": ""}

# Seconds that hostspec may take beyond max_time, to connect and to complete the archive.
GRACE = 120

LONGEST_MESSAGE = 2000


class ActionModule(ActionBase):
    """The action of hostspec.collect.collect_info."""

    TRANSFERS_FILES = False
    _supports_check_mode = True

    def run(self, tmp=None, task_vars=None):
        """Collects the host of this task; returns the path, digest and counts of the archive."""
        task_vars = task_vars or {}
        result = super().run(tmp, task_vars)
        _, arguments = self.validate_argument_spec(argument_spec=ARGUMENTS)
        hostname = task_vars["inventory_hostname"]
        path = archive_path(arguments, hostname)
        executable = find_executable(arguments["executable"])
        target = [*self._target(), f"--target={hostname}"]
        result.update(changed=True, path=path)
        if self._task.check_mode:
            return result
        make_directory(os.path.dirname(path))
        with self._sudo_options() as sudo:
            command = [executable, "collect", *target, *sudo, *options_of(arguments), f"--output={path}", "--json"]
            finished = execute(command, arguments["max_time"] + GRACE)
        result.update(outcome_of(finished, arguments["format"]))
        if result.get("interrupted"):
            self._display.warning(f"{hostname}: {result['interrupted']}")
        return result

    def _target(self):
        """The options of hostspec that name the host, from the connection that Ansible would use."""
        kind = self._connection.transport.rsplit(".", 1)[-1]
        if kind == "local":
            return ["--via=sh"] if self._becomes() and os.geteuid() != 0 else []
        if kind in ("podman", "docker"):
            return [f"--host={kind}://{self._option('remote_addr')}"]
        if kind != "ssh":
            raise AnsibleActionFail(f"ansible_connection={kind} is not supported; allowed: ssh, podman, docker, local")
        if self._option("password"):
            raise AnsibleActionFail("a password for ssh is not supported; allowed: a key, in the agent or a file")
        return self._ssh_target()

    def _ssh_target(self):
        host = self._option("host") or self._option("remote_addr")
        user, port = self._option("remote_user") or self._play_context.remote_user, self._option("port")
        key = self._option("private_key_file")
        extra = [
            word
            for name in ("ssh_args", "ssh_common_args", "ssh_extra_args")
            for word in shlex.split(self._given(name))
        ]
        if key is None and not extra:
            login = f"{user}@" if user else ""
            place = f"[{host}]" if ":" in host else host
            return [f"--host=ssh://{login}{place}" + (f":{port}" if port else "")]
        command = [self._option("ssh_executable") or "ssh", "-T", "-oBatchMode=yes", "-oServerAliveInterval=15", *extra]
        if key:
            command.append(f"-oIdentityFile={os.path.expanduser(key)}")
        if port:
            command.append(f"-oPort={port}")
        if user:
            command.append(f"-oUser={user}")
        return ["--via=" + shlex.join([*command, "--", host, "exec /bin/sh"])]

    def _option(self, name):
        try:
            return self._connection.get_option(name)
        except KeyError:
            return None

    def _given(self, name):
        """The value of an option of ssh, unless it is Ansible's own default, which concerns its own connections."""
        default = self._connection.option_definitions.get(name, {}).get("default")
        value = self._option(name)
        return "" if value is None or value == default else value

    def _becomes(self):
        return bool(self._connection.become)

    @contextmanager
    def _sudo_options(self):
        """The options of hostspec for sudo; the password is in a file for this user only, until the end."""
        become = self._connection.become
        if not become:
            yield []
            return
        method = become.name.rsplit(".", 1)[-1]
        user = become.get_option("become_user", playcontext=self._play_context) or "root"
        if method != "sudo" or user != "root":
            raise AnsibleActionFail(f"become_method={method} with become_user={user} is not supported; allowed: sudo to root")
        if self._connection.transport == "local" and os.geteuid() == 0:
            yield []
            return
        password = become.get_option("become_pass", playcontext=self._play_context)
        if not password:
            yield ["--sudo"]
            return
        # mkstemp makes a file that only this user can read.
        handle, path = tempfile.mkstemp(dir=C.DEFAULT_LOCAL_TMP)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(f"{to_text(password)}\n")
            yield ["--sudo", f"--sudo-password-file={path}"]
        finally:
            os.unlink(path)


def archive_path(arguments, hostname):
    """The absolute path of the archive."""
    name = arguments["name"] or safe_name(hostname)
    if "/" in name or "\0" in name or name in (".", ".."):
        raise AnsibleActionFail(f"name={name!r} is not allowed; allowed: the name of a file, without a directory")
    return os.path.join(os.path.abspath(arguments["dest"]), name + ENDINGS[arguments["format"]])


def safe_name(hostname):
    """A host's name as the name of a file: other characters than letters, digits, `.`, `_`, `-` and `@` become `%XX`."""
    name = quote(hostname, safe="@").replace("~", "%7E")
    return f"%{ord(name[0]):02X}{name[1:]}" if name[0] in ".-" else name


def find_executable(name):
    """The path of the hostspec command."""
    found = shutil.which(os.path.expanduser(name))
    if found is None:
        raise AnsibleActionFail(
            f"{name} is not a program on the controller; install hostspec (npm install --global hostspec), "
            "or set executable to its path"
        )
    return found


def make_directory(path):
    """Makes the directory for archives, for this user only, unless it exists."""
    try:
        os.makedirs(path, mode=0o700, exist_ok=True)
    except OSError as error:
        raise AnsibleActionFail(f"dest {path} cannot be made: {error.strerror}; allowed: a directory of this user") from error


def options_of(arguments):
    """The arguments of the task as options of hostspec."""
    option = lambda name: "--" + name.replace("_", "-")  # noqa: E731
    return [
        *(option(name) for name in FLAGS if arguments[name]),
        *(f"{option(name)}={arguments[name]}" for name in VALUES if arguments[name] is not None),
        *(f"{option(name)}={each}" for name in LISTS for each in arguments[name] or ()),
    ]


def execute(command, seconds):
    """Runs a command, never through a shell."""
    try:
        return subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, timeout=seconds, check=False, shell=False
        )
    except subprocess.TimeoutExpired as error:
        raise AnsibleActionFail(f"hostspec did not end within {seconds} s and was killed") from error
    except OSError as error:
        raise AnsibleActionFail(f"{command[0]} cannot be started: {error.strerror}") from error


def outcome_of(finished, form):
    """The part of hostspec's summary that the task returns."""
    try:
        summary = json.loads(finished.stdout)
        archive = summary["archive"]
    except (ValueError, KeyError, TypeError):
        result = {"changed": False, "msg": message_of(finished)}
        # With an exit status, Ansible takes any result for failed.
        if error_code(finished) == "UNREACHABLE":
            return {"unreachable": True, **result}
        return {"failed": True, "rc": finished.returncode, **result}
    outcome = {
        "path": archive,
        "sha256": digest_of(os.path.join(archive, "manifest.json") if form == "directory" else archive),
        "rc": finished.returncode,
        **{name: summary[name] for name in ("counts", "items", "bytes", "duration", "interrupted") if name in summary},
    }
    if finished.returncode != 0:
        outcome.update(failed=True, msg=message_of(finished))
    return outcome


def error_code(finished):
    """The stable code of the error that ended hostspec; None if it said none."""
    try:
        return json.loads(finished.stdout)["error"]["code"]
    except (ValueError, KeyError, TypeError):
        return None


OPTION = re.compile(r"--([a-z]+(?:-[a-z]+)*)(?:[ =][A-Z]+\b)?")

# What hostspec calls otherwise than a playbook.
WORDS = {
    "output": "dest",
    "sudo": "become",
    "sudo-password-file": "ansible_become_password",
}


def for_playbook(text):
    """Text of hostspec with the words of a playbook for its options; advice about others is left out."""

    def word(match):
        name = match.group(1).replace("-", "_")
        return WORDS.get(match.group(1)) or (name if name in ARGUMENTS else match.group(0))

    text = text.replace("name a file that has it (--sudo-password-file FILE), run on a terminal,", "set ansible_become_password,")
    first, *advice = OPTION.sub(word, text).split("; ")
    return "; ".join([first, *(each for each in advice if not OPTION.search(each))])


def message_of(finished):
    """What hostspec said about a failure."""
    said = for_playbook(to_text(finished.stderr, errors="replace").strip())
    return said[-LONGEST_MESSAGE:] or f"hostspec collected nothing (exit status {finished.returncode})"


def digest_of(path):
    """The sha256 of a file, in hexadecimal digits."""
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        for piece in iter(lambda: file.read(1 << 20), b""):
            digest.update(piece)
    return digest.hexdigest()
