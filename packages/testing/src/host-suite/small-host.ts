import type { CollectingHost, Host } from '@hostspec/spec';
import type { FakeFile } from '../fake-host.js';
import { globNames } from './glob-table.js';

/** A command of a small host, in the form that every kind of host can give. */
export interface SmallCommand {
  readonly output: string;
  readonly rc: number;
}

/** The host that the suite has built: the same files and commands for every kind. */
export interface SmallHost {
  readonly files: Readonly<Record<string, FakeFile>>;
  /** By command line. Each prints the same on the running machine, except for process IDs and the words of errors. */
  readonly commands: Readonly<Record<string, SmallCommand>>;
  readonly hostname: string;
}

/** A small host, built. */
export interface MadeHost {
  readonly host: Host | CollectingHost;
  /** The directory on the host that has the files, if that is not its root; links that are absolute lead below it, too. */
  readonly prefix?: string;
  /** The host's name, if it is not the small host's. */
  readonly hostname?: string;
  /** Removes what was made. */
  end?(): Promise<void> | void;
}

/** A feature that some kinds of hosts cannot have. */
export type HostAbility =
  /** Content in pieces, with a limit: `readInto`, `runInto`, `look`, `stop`. */
  | 'collecting'
  /** The end of a file that is larger than the limit. */
  | 'the end of a file'
  | 'links'
  /** Links with more `..` than there are directories. */
  | 'links above the root'
  | 'FIFOs'
  | 'times'
  | 'denied files'
  | 'empty directories'
  | 'commands'
  /** The Python of this machine. */
  | 'Python'
  /** `stop` ends reading and running for providers, too. */
  | 'a stop for everybody';

/** How a kind of host differs, as it must. */
export interface HostKind {
  /** What it cannot have, each with the reason. */
  readonly lacks?: Partial<Readonly<Record<HostAbility, string>>>;
  /** The words for a path at which nothing is. Default `no such file or directory`. */
  readonly absent?: string;
  /** Whether it runs commands, instead of looking them up. Default false. */
  readonly executes?: boolean;
}

/** Lines of a file that hosts give in several pieces. */
export const manyLines = Array.from({ length: 30_000 }, (_, line) => `line ${line} of many\n`).join('');

const manyParents = '../'.repeat(40);

/** The files and links that only some kinds have. */
const special: readonly (readonly [ability: HostAbility, files: Readonly<Record<string, FakeFile>>])[] = [
  [
    'links',
    {
      '/links/absolute': { link: '/text/lines' },
      '/links/relative': { link: '../text/lines' },
      '/links/second': { link: 'absolute' },
      '/links/directory': { link: '../text' },
      '/links/around': { link: 'directory/./../text/lines' },
      '/links/loop': { link: 'loop' },
      '/links/one': { link: 'other' },
      '/links/other': { link: 'one' },
      '/links/dangling': { link: 'nothing' },
    },
  ],
  ['links above the root', { '/links/above': { link: `${manyParents}text/lines` } }],
  ['FIFOs', { '/kinds/fifo': { kind: 'fifo' } }],
  [
    'times',
    {
      '/times/new': { content: 'new', modified: 1_700_000_300_000 },
      '/times/ancient': { content: 'ancient', modified: 1_700_000_100_000 },
      '/times/middle': { content: 'middle', modified: 1_700_000_200_000 },
    },
  ],
  ['denied files', { '/kinds/denied': { content: 'secret', denied: true } }],
  [
    'empty directories',
    { '/kinds/empty': { kind: 'directory' }, '/shut': { kind: 'directory', denied: true } },
  ],
];

/** The small host without what a kind lacks. */
export function smallHost(lacks: NonNullable<HostKind['lacks']>): SmallHost {
  const plain: Record<string, FakeFile> = {
    '/etc/hostname': 'small.example\n',
    '/text/lines': 'one\ntwo\nthree\n',
    '/text/line': 'one line of eight\n',
    '/text/unended': 'no line end at all',
    '/text/bytes': Uint8Array.of(0xff, 0, 1, 10, 0x80, 65),
    '/text/many': manyLines,
    '/text/empty': '',
    '/text/sub/deep': 'deep\n',
    '/odd/caf\udce9': 'a byte that is not UTF-8\n',
    '/odd/café': 'UTF-8\n',
    '/odd/100%': 'percent\n',
  };
  for (const name of globNames) plain[`/glob/${name}`] = `${name.length} characters\n`;
  return {
    hostname: 'small.example',
    files: Object.assign(plain, ...special.map(([ability, files]) => (ability in lacks ? {} : files))),
    commands:
      'commands' in lacks
        ? {}
        : {
            '/bin/echo one two': { output: 'one two\n', rc: 0 },
            "/bin/echo 'one  two' three": { output: 'one  two three\n', rc: 0 },
            '/usr/bin/seq 5': { output: '1\n2\n3\n4\n5\n', rc: 0 },
            '/usr/bin/seq 6': { output: '1\n2\n3\n4\n5\n6\n', rc: 0 },
            '/bin/true': { output: '', rc: 0 },
            '/bin/false': { output: '', rc: 1 },
            '/bin/cat /nowhere/none': { output: 'cat: /nowhere/none: No such file or directory\n', rc: 1 },
            '/bin/cat /proc/self/stat': { output: '4711 (cat) R 1\n', rc: 0 },
          },
  };
}
