import { basename, resolve } from 'node:path';
import { whyUntrustedData } from '@hostspec/files/trust';
import { installedNames } from '../catalogs/installed.js';
import { exitStatus } from '../exit-status.js';
import type { Io } from '../io.js';
import { writePage } from '../report-page/write-new.js';
import { usageError } from '../usage-error.js';

/** Writes a starter catalog file. @throws UsageError if the file cannot be written, or exists and is not to be replaced. */
export async function writeStarter(
  file: string,
  { force = false }: { readonly force?: boolean },
  io: Io,
): Promise<number> {
  if (file.endsWith('.json'))
    throw usageError(
      `FILE ${JSON.stringify(file)} is not allowed; allowed: the path of a YAML file`,
      'FILE',
      file,
    );
  const path = resolve(io.cwd, file);
  const why = file === '-' ? undefined : whyUntrustedData(path);
  if (why !== undefined)
    throw usageError(
      `FILE ${path} is not written by root, because others can change its path: ${why}; name a file in a directory that only root can change, such as /etc/hostspec`,
      'FILE',
      file,
    );
  const text = starter(file === '-' ? 'FILE' : basename(path), installedNames());
  // Root does not use a catalog that others can write to.
  await writePage({ file, force, mode: 0o644, subject: 'FILE' }, [text], io);
  return exitStatus.done;
}

/** The text of a starter catalog file, which extends some of the installed domains. */
function starter(file: string, installed: readonly string[]): string {
  const wanted = ['kernel', 'networking', 'storage'].filter((domain) => installed.includes(domain));
  const extended = wanted.length > 0 ? wanted : installed.slice(0, 3);
  return `# yaml-language-server: $schema=https://unpkg.com/@hostspec/cli/catalog.schema.json
#
# Your own catalog. Check it after every change:  hostspec catalog check ${file}
# Collect with it:                                hostspec collect --catalog ${file}

# The domain of the specs under "add", and its version. Every archive records both.
name: site
version: "1.0.0"

# The domains to start from. Use linux-specs for all of them, or the name of a package.
# Installed here: ${installed.length > 0 ? installed.join(', ') : 'none'}
extends:${extended.length > 0 ? extended.map((domain) => `\n  - ${domain}`).join('') : ' []'}

# Collect only the specs that match these names or globs (default: all) …
#pick:
#  - "ethtool*"
#  - cmdline

# … except these.
#skip:
#  - lsmod

# Specs to collect differently. Each must be one of the specs selected above.
#override:
#  lsmod:
#    type: simple_command
#    command: /usr/sbin/lsmod
#    timeout: 30

# Your own specs, one for each thing to collect. "hostspec show NAME" shows how a spec is written.
add:
  # A file.
  site_motd:
    type: simple_file
    path: /etc/motd
    doc: What users read when they log in

  # All files that match a pattern.
  profile_scripts:
    type: glob_file
    patterns: ["/etc/profile.d/*.sh"]
    doc: Scripts that run at every login

  # The output of a command. It is split into words and run without a shell.
  login_users:
    type: simple_command
    command: /usr/bin/who
    doc: Who is logged in
    timeout: 5

  # One command for each name in a directory. To use a provider by name, write "provider: interfaces".
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
