import type { Mark } from './bootstrap.js';

// `-S` reads the password from standard input, byte by byte, so that nothing after it is lost. A prompt of our own shows when to send it.
const command = ({ first, second }: Mark): string =>
  `sudo -S -H -p '${first}${second} password
' -- /bin/sh -c 'printf "%s%s root\\n" "$0" "$1"; exec /bin/sh' ${first} ${second}`;

const ended = ({ first, second }: Mark): string => `printf '%s%s sudo ended\\n' ${first} ${second} >&2`;

/** The text that starts a shell of root by sudo. Its lines: `start`; `password`, whereupon it reads the password; `root`, or `sudo ended`. */
export function sudoText(mark: Mark): string {
  const { first, second } = mark;
  return `{ printf '%s%s start\\n' ${first} ${second}; LC_ALL=C; export LC_ALL; PATH=/usr/bin:/bin:/usr/sbin:/sbin:$PATH; export PATH
if command -v sudo >/dev/null 2>&1; then ${command(mark)}
else printf '%s%s fail sudo\\n' ${first} ${second}; fi
${ended(mark)}; }
`;
}

/**
 * The text that does the same on a terminal of its own, for a sudo that insists on one. The shell of root keeps the plain input and output:
 * a terminal would change bytes.
 */
export function sudoOnTerminalText(mark: Mark): string {
  const inner = `exec ${command(mark)} <&3 >&4 2>&5`;
  return `{ if command -v script >/dev/null 2>&1; then SHELL=/bin/sh script -qec ${quoted(inner)} /dev/null 3<&0 4>&1 5>&2 </dev/null >/dev/null 2>&1
else printf '%s%s fail terminal\\n' ${mark.first} ${mark.second}; fi
${ended(mark)}; }
`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
