import { quoteWord } from '@hostspec/spec';
import { environment, type Mark } from './bootstrap.js';
import type { Channel } from './channel.js';
import { failed, lastLines, noShell, unreachable } from './failure.js';
import type { ConnectOptions } from './options.js';
import type { Target } from './target.js';

// `-S` reads the password from standard input byte by byte, so that nothing after it is lost. Our own prompt shows when to send it.
const command = ({ first, second }: Mark): string =>
  `sudo -S -H -p '${first}${second} password
' -- /bin/sh -c 'printf "%s%s root\\n" "$0" "$1"; exec /bin/sh' ${first} ${second}`;

const ended = ({ first, second }: Mark): string => `printf '%s%s sudo ended\\n' ${first} ${second} >&2`;

/**
 * The script that starts a root shell through sudo. Its lines: `start`; `password`, after which it reads the password; `root`, or `sudo
 * ended`.
 */
export function sudoText(mark: Mark): string {
  const { first, second } = mark;
  return `{ printf '%s%s start\\n' ${first} ${second}; ${environment}
if command -v sudo >/dev/null 2>&1; then ${command(mark)}
else printf '%s%s fail sudo\\n' ${first} ${second}; fi
${ended(mark)}; }
`;
}

/**
 * The same on a terminal of its own, for a sudo that insists on one. The root shell keeps the plain input and output, because a terminal
 * would change bytes.
 */
function sudoOnTerminalText(mark: Mark): string {
  const inner = `exec ${command(mark)} <&3 >&4 2>&5`;
  return `{ if command -v script >/dev/null 2>&1; then SHELL=/bin/sh script -qec ${quoteWord(inner)} /dev/null 3<&0 4>&1 5>&2 </dev/null >/dev/null 2>&1
else printf '%s%s fail terminal\\n' ${mark.first} ${mark.second}; fi
${ended(mark)}; }
`;
}

const needsTerminal = /must have a tty|a terminal is required|no tty present/;

/** Replaces the shell of a channel with one of root. @throws HostspecError `UNREACHABLE` if sudo refuses. */
export async function becomeRoot(
  target: Target,
  channel: Channel,
  mark: Mark,
  password: ConnectOptions['password'],
): Promise<void> {
  channel.send(sudoText(mark));
  let answers = false;
  let isAsked = false;
  let onTerminal = false;
  for (;;) {
    const line = await channel.next();
    if (line === undefined && !answers) throw noShell(target, channel.noise());
    answers = true;
    if (line === 'root') return;
    if (line === 'start') continue;
    if (line === 'password') {
      if (isAsked) throw unreachable(target, 'sudo did not accept the password; check it and try again');
      isAsked = true;
      channel.sendSecret(await passwordOf(target, password));
    } else if (line?.startsWith('fail ')) throw failed(target, channel.masked(line));
    else if (line === 'sudo ended' && !onTerminal && needsTerminal.test(channel.noise())) {
      onTerminal = true;
      channel.send(sudoOnTerminalText(mark));
    } else throw refused(target, channel);
  }
}

async function passwordOf(target: Target, password: ConnectOptions['password']): Promise<string> {
  if (!password)
    throw unreachable(
      target,
      'sudo asks for a password; name a file that has it (--sudo-password-file FILE), run on a terminal, or connect as root',
    );
  const text = await password();
  if (/[\0\r\n]/.test(text)) throw unreachable(target, 'the password for sudo must be one line');
  return text;
}

function refused(target: Target, channel: Channel): Error {
  const said = lastLines(channel.noise());
  return unreachable(
    target,
    `sudo refuses${said === '' ? '' : `: ${said}`}; check what sudo -l lists there, or connect as root`,
  );
}
