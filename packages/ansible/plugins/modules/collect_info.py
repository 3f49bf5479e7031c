#!/usr/bin/python
# SPDX-License-Identifier: Apache-2.0
"""The documentation and the arguments of collect_info. The action plugin with the same name does the work."""

DOCUMENTATION = r"""
module: collect_info
short_description: Collect diagnostic data from a host into an archive on the controller
version_added: 1.0.0
description:
  - Runs the C(hostspec) command on the controller, which collects files, listings and the output of commands from the host.
  - Nothing needs to be installed on the host, not even Python. hostspec connects by itself, with the connection variables of the inventory.
  - The result has the path of the archive, its digest and counts, but never what was collected.
  - Do not delegate this task. It always runs on the controller.
options:
  dest:
    description: The directory for the archive, on the controller. It is made, for this user only, if it does not exist.
    type: path
    required: true
  name:
    description:
      - The name of the archive in I(dest), without its ending.
      - The default is the name of the host in the inventory, with C(%XX) for special characters.
    type: str
  format:
    description: The format of the archive.
    type: str
    choices: [tar.gz, ndjson, directory]
    default: tar.gz
  domain:
    description: Collect only these domains, such as C(kernel).
    type: list
    elements: str
  only:
    description: Collect only specs that match these names or globs.
    type: list
    elements: str
  skip:
    description: Collect all specs except those that match these names or globs.
    type: list
    elements: str
  catalog:
    description: Your own catalog file, on the controller.
    type: path
  deny:
    description: A file on the controller with what must not be collected.
    type: path
  map:
    description: Replace identity with tokens.
    type: list
    elements: str
    choices: [identity, ip, host, mac, user, serial, keyword]
  key:
    description: The file on the controller with the key of masks and tokens.
    type: path
  keep_secrets:
    description: Do not mask secrets.
    type: bool
    default: false
  offline:
    description: Skip specs that need the network.
    type: bool
    default: false
  allow_state_changes:
    description: Also run commands that change the host.
    type: bool
    default: false
  keep_runner:
    description: Leave the small program that collects on the host, for the next time.
    type: bool
    default: false
  max_time:
    description: Time limit in seconds. What was collected until then is in the archive.
    type: int
    default: 600
  connect_timeout:
    description: Seconds without progress after which the connection to the host is given up, until hostspec works there. The default is 30.
    type: int
    version_added: 1.1.0
  max_bytes:
    description: Size limit for all content together, such as C(500M).
    type: str
  force:
    description: Replace any file with the name of the archive, not only an archive of hostspec.
    type: bool
    default: false
  executable:
    description: The C(hostspec) command on the controller, as a path or a name to find in C(PATH).
    type: str
    default: hostspec
attributes:
  check_mode:
    support: full
    description: Nothing is collected and nothing is written; the result has the path that the archive would have.
  diff_mode:
    support: none
    description: The content of an archive is not shown.
  action:
    support: full
    description: The whole work is done on the controller.
notes:
  - Supported connections are C(ssh), C(podman), C(docker) and C(local).
  - Keys, jump hosts and known hosts are those of the controller's ssh. Passwords for ssh are not supported.
  - With I(become), the collector runs as root through C(sudo). Other methods and users are not supported.
author:
  - The authors of hostspec (@hostspec)
"""

EXAMPLES = r"""
- name: Collect everything
  hostspec.collect.collect_info:
    dest: /var/lib/support/{{ ansible_date_time.date }}

- name: Collect two domains as root
  hostspec.collect.collect_info:
    dest: ./archives
    domain: [kernel, storage]
  become: true

- name: Collect without secrets, names and addresses
  hostspec.collect.collect_info:
    dest: ./archives
    map: [identity]
    key: ~/.config/hostspec/key
  register: collected

- name: Show where the archive is
  ansible.builtin.debug:
    msg: "{{ collected.path }} {{ collected.sha256 }}"
"""

RETURN = r"""
path:
  description: The absolute path of the archive on the controller.
  returned: success
  type: str
  sample: /var/lib/support/web01.tar.gz
sha256:
  description: The digest of the archive; if the format is directory, of its manifest.json.
  returned: when an archive was written
  type: str
counts:
  description: The number of specs with each status.
  returned: when an archive was written
  type: dict
  sample: {"collected": 214, "absent": 80, "skipped": 12}
items:
  description: The number of files, listings and outputs in the archive.
  returned: when an archive was written
  type: int
bytes:
  description: The size of their content.
  returned: when an archive was written
  type: int
duration:
  description: How many seconds collecting took.
  returned: when an archive was written
  type: float
interrupted:
  description: Why the run ended early.
  returned: when it did
  type: str
"""

from ansible.module_utils.basic import AnsibleModule


def main():
    module = AnsibleModule(argument_spec={}, supports_check_mode=True)
    module.fail_json(msg="collect_info runs on the controller only, by its action plugin")


if __name__ == "__main__":
    main()
