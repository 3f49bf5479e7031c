import type { PathologicalHost } from './pathological-host.js';

// As `ps -eo args` prints them; a minimal system has no ps.
const script = 'for file in /proc/[0-9]*/cmdline; do tr "\\0" " " < "$file"; echo; done 2> /dev/null; exit 0';

/** The command lines of all processes inside a pathological host, one a line. */
export function commandLines(host: PathologicalHost): Promise<string> {
  return host.prepare('sh', '-c', script);
}
