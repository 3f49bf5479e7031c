import { jsonShown } from '@hostspec/host-kit';
import { splitWords } from '@hostspec/spec';

/** The meaning of ssh's arguments in an inventory. */
export interface SshArguments {
  /** The hosts to go through, as ProxyJump of ssh takes them. */
  readonly jump: string | undefined;
  /** True if there are other arguments, which do not change how the host is reached. */
  readonly hasOthers: boolean;
}

/** Options, in lower case, that do not change which host is reached and how. They belong in ssh's own configuration. */
const others: ReadonlySet<string> = new Set([
  ...['addkeystoagent', 'addressfamily', 'batchmode', 'compression', 'connectionattempts', 'connecttimeout'],
  ...['controlmaster', 'controlpath', 'controlpersist', 'forwardagent', 'forwardx11', 'identitiesonly'],
  ...['loglevel', 'preferredauthentications', 'pubkeyauthentication', 'serveralivecountmax'],
  ...[
    'serveraliveinterval',
    'stricthostkeychecking',
    'tcpkeepalive',
    'userknownhostsfile',
    'globalknownhostsfile',
  ],
  ...['passwordauthentication', 'kbdinteractiveauthentication', 'gssapiauthentication'],
]);
const otherFlags = /^-[46aCqTvx]+$/;

const name = '[A-Za-z0-9_][A-Za-z0-9_.-]{0,254}';
const hop = new RegExp(`^(?:ssh://)?(?:${name}@)?(?:${name}|\\[[0-9A-Fa-f:.]{2,45}\\])(?::\\d{1,5})?$`);

/** The host of a ProxyCommand that does what ProxyJump does; undefined for any other. */
function jumpOfCommand(command: string): string | undefined {
  const [program, ...words] = command.trim().replace('-W %h:%p', '-W').split(/ +/);
  let port = '';
  const places: string[] = [];
  let hasTarget = false;
  for (let word = words.shift(); word !== undefined; word = words.shift())
    if (word === '-W') hasTarget = true;
    else if (word === '-p') port = `:${words.shift()}`;
    else if (word !== '-q') places.push(word);
  const place = `${places.join(' ')}${port}`;
  return program === 'ssh' && hasTarget && hop.test(place) ? place : undefined;
}

/**
 * Parses arguments of ssh in a variable of an inventory. A jump host is used. Any other argument that changes the way to the host, or runs
 * a program, is refused: ignoring it could lead to another host, and an inventory must not run programs.
 *
 * @throws Error with the end of a sentence that begins with the variable.
 */
export function readSshArguments(text: string): SshArguments {
  const words = wordsOf(text);
  let jump: string | undefined;
  let hasOthers = false;
  while (words.length > 0) {
    const word = words.shift() ?? '';
    if (otherFlags.test(word)) {
      hasOthers = true;
      continue;
    }
    const [, letter, rest = ''] = /^-([oJ])(.*)$/s.exec(word) ?? [];
    if (letter === undefined) throw notAllowed(word);
    const value = rest === '' ? (words.shift() ?? '') : rest;
    const [key, given] = letter === 'J' ? ['proxyjump', value] : optionOf(value);
    if (others.has(key)) hasOthers = true;
    // ssh takes the first one.
    else jump ??= jumpOf(key, given, value);
  }
  return { jump: jump?.toLowerCase() === 'none' ? undefined : jump, hasOthers };
}

function jumpOf(key: string, given: string, value: string): string {
  const isJump = given.toLowerCase() === 'none' || given.split(',').every((each) => hop.test(each));
  if (key === 'proxyjump' && isJump) return given;
  const place = key === 'proxycommand' ? jumpOfCommand(given) : undefined;
  if (place === undefined) throw notAllowed(value);
  return place;
}

function optionOf(text: string): [key: string, value: string] {
  const [, key = '', value = ''] = /^\s*(\w+)\s*[\s=]\s*(.*)$/s.exec(text) ?? [];
  return [key.toLowerCase(), value];
}

function wordsOf(text: string): string[] {
  try {
    return splitWords(text);
  } catch {
    throw new Error('has a quote that is not closed; allowed: arguments of ssh');
  }
}

function notAllowed(what: string): Error {
  return new Error(
    `has ${jsonShown(what, 100)}, so the host is not contacted; allowed: ProxyJump, or the ProxyCommand ssh -W %h:%p HOST. Anything else belongs in the configuration of ssh`,
  );
}
