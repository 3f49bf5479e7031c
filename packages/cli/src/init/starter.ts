/** The text of a catalog file to start from, which extends some of the installed domains. */
export function starter(file: string, installed: readonly string[]): string {
  const wanted = ['kernel', 'networking', 'storage'].filter((domain) => installed.includes(domain));
  const extended = wanted.length > 0 ? wanted : installed.slice(0, 3);
  return `# yaml-language-server: $schema=https://unpkg.com/hostspec/catalog.schema.json
#
# A catalog of your own. After every change:  hostspec catalog check ${file}
# Collect with it:                            hostspec collect --catalog ${file}

# The domain that the specs under "add" belong to, and its version; both stand in every archive.
name: site
version: "1.0.0"

# The domains to start from, or default-specs for all that is installed, or a package's name.
# Installed here: ${installed.length > 0 ? installed.join(', ') : 'none'}
extends:${extended.length > 0 ? extended.map((domain) => `\n  - ${domain}`).join('') : ' []'}

# Of these, only the specs of these names or globs (without it: all) …
#pick:
#  - "ethtool*"
#  - cmdline

# … and all but these.
#skip:
#  - lsmod

# Specs that are collected otherwise here. Each must be one of those above.
#override:
#  lsmod:
#    type: simple_command
#    command: /usr/sbin/lsmod
#    timeout: 30

# Specs of your own, one for each thing to collect. "hostspec show NAME" shows how others are written.
add:
  # A file.
  site_motd:
    type: simple_file
    path: /etc/motd
    doc: What users read when they log in

  # Files by patterns.
  profile_scripts:
    type: glob_file
    patterns: ["/etc/profile.d/*.sh"]
    doc: Scripts that run at every login

  # The output of a command: split into words and run without a shell.
  login_users:
    type: simple_command
    command: /usr/bin/who
    doc: Who is logged in
    timeout: 5

  # A command for each name in a directory; a provider by name stands there as "provider: interfaces".
  home_sizes:
    type: foreach_execute
    command: /usr/bin/du -s -k /home/%s
    provider:
      type: listdir
      path: /home
    doc: Disk space of each home directory
    keepRc: true
`;
}
