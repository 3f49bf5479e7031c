import { shown } from '@hostspec/host-kit';
import { HostspecError } from '@hostspec/spec';
import { lastLines } from './last-lines.js';
import { type Target, targetText } from './target.js';

/** A connection error: one sentence that starts with the target. */
export function unreachable(target: Target, problem: string, cause?: unknown): HostspecError {
  const name = targetText(target);
  return new HostspecError('UNREACHABLE', `${shown(name, 200)}: ${problem}`, { subject: name, cause });
}

/** What to do about a message of ssh. The first match wins. */
const advice: readonly (readonly [RegExp, (name: string) => string])[] = [
  [
    /REMOTE HOST IDENTIFICATION HAS CHANGED/,
    () => 'find out why the key of the host changed before you connect to it',
  ],
  [
    /Host key verification failed/,
    (name) => `connect once with ssh ${name} and compare the key, or add it to known_hosts`,
  ],
  [
    /Permission denied/,
    (name) => `check that ssh ${name} logs in, and load its key into an agent if it has a passphrase`,
  ],
  [/Could not resolve hostname/, () => 'check the name'],
  [
    /Connection refused|No route to host|Network is unreachable|timed out|Connection reset/i,
    () => 'check the name and the port, and that the host is up',
  ],
];

/** The error for a connection that ended before a shell answered. */
export function noShell(target: Target, noise: string): HostspecError {
  const said = lastLines(noise);
  const name = targetText(target);
  const how =
    (target.kind === 'ssh' ? advice.find(([pattern]) => pattern.test(noise))?.[1](name) : undefined) ??
    (target.kind === 'ssh'
      ? `check that ssh ${name} true works`
      : 'check that the command gives a shell there');
  return unreachable(target, `no shell answered${said === '' ? '' : `: ${said}`}; ${how}`);
}

const sentences: Readonly<Record<string, (detail: string) => string>> = {
  system: (detail) => `the host runs ${detail || 'an unknown system'}; the runner is for Linux`,
  arch: (detail) =>
    `the architecture of the host is ${detail || 'unknown'}; there are runners for x86_64, aarch64, s390x and ppc64le`,
  place: () =>
    'no directory there can hold and run the runner; tried: $XDG_RUNTIME_DIR, /dev/shm, /var/tmp, /tmp, /run (for root) and the home directory; give one of them 4 MB of space, without the mount option noexec',
  write: () => 'the runner cannot be written there; make room, and check that gzip and head work there',
  digest: () => 'the runner that arrived there has another sha256 than the one that was sent; try again',
  sudo: () => 'sudo is not installed there; connect as root instead',
  terminal: () =>
    'sudo insists on a terminal there (requiretty), and there is no script program to make one; remove requiretty for this user, install script, or connect as root',
};

/** The error for `fail WHY …` or an unexpected line. Secrets in the line must be masked. */
export function failed(target: Target, line: string): HostspecError {
  const [, why = '', detail = ''] = /^fail (\S*) ?(.*)$/s.exec(line) ?? [];
  const sentence = Object.hasOwn(sentences, why) ? sentences[why] : undefined;
  return unreachable(
    target,
    sentence
      ? sentence(shown(detail, 60))
      : `the connection failed: ${shown(line.replace(/^fail /, ''), 100)}`,
  );
}
