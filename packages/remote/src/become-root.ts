import type { Mark } from './bootstrap.js';
import type { Channel } from './channel.js';
import { failed, noShell, unreachable } from './failure.js';
import type { ConnectOptions } from './options.js';
import { lastLines } from './shown.js';
import { sudoOnTerminalText, sudoText } from './sudo.js';
import type { Target } from './target.js';

const needsTerminal = /must have a tty|a terminal is required|no tty present/;

/** Makes the shell behind a channel one of root. @throws HostspecError `UNREACHABLE` if sudo refuses. */
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
