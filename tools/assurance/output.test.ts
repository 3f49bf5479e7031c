import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type Spec, simpleCommand, simpleFile } from '@hostspec/spec';
import {
  characterDevice,
  type Finished,
  fifo,
  filledFifo,
  hasFuse,
  type PathologicalHost,
  plainFile,
  program,
  type Running,
  view,
} from '@hostspec/testing/pathological';
import { describe, expect } from 'vitest';
import { catalogFile, hostspec, runHostspec, verified } from './cli.js';
import { doc, promiseNeeding } from './scene.js';

const promise = promiseNeeding('python3');

const options = { timeout: 240_000 } as const;
const formats = ['tar.gz', 'directory', 'ndjson'] as const;
const python = '/usr/bin/python3';
// Users that no machine has.
const mallory = 61_234;
const alice = 61_235;
// To mount a FUSE file system, a user must have a name.
const nobody = 65_534;

const as = (user: number, argv: readonly string[]): readonly string[] => [
  ...['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups', '--', ...argv],
];

/** A directory of root that stands for one like /etc/cron.d: nothing may come to it, and nothing in it may change. */
interface Canary {
  readonly path: string;
  check(): void;
}

function canary(host: PathologicalHost): Canary {
  const path = host.makeDirectory('cron.d');
  chmodSync(path, 0o755);
  const file = plainFile(join(path, 'canary'), 'untouched\n');
  // So that another user may make hard links to it.
  chmodSync(file, 0o666);
  return {
    path,
    check() {
      expect(readdirSync(path)).toEqual(['canary']);
      expect((lstatSync(path).mode & 0o7777).toString(8)).toBe('755');
      expect([readFileSync(file, 'utf8'), lstatSync(file).uid]).toEqual(['untouched\n', 0]);
    },
  };
}

function directoryOf(host: PathologicalHost, name: string, user: number, mode = 0o755): string {
  const path = host.makeDirectory(name);
  chownSync(path, user, user);
  chmodSync(path, mode);
  return path;
}

/** A directory as /tmp is. */
const sharedDirectory = (host: PathologicalHost, name = 'tmp'): string => directoryOf(host, name, 0, 0o1777);

const version = { version: simpleFile('/proc/version', doc) };

/** Specs, one of which runs a script in the middle of the run and continues when the script ends. */
const meanwhile = (host: PathologicalHost, script: string): Readonly<Record<string, Spec>> => ({
  ...version,
  meanwhile: simpleCommand(program(host.path('meanwhile'), `#!/bin/sh\n${script}\necho done\n`), doc),
});

async function collect(
  host: PathologicalHost,
  specs: Readonly<Record<string, Spec>>,
  args: readonly string[],
  how: {
    readonly user?: number;
    readonly cwd?: string;
    readonly enter?: (argv: readonly string[]) => readonly string[];
  } = {},
): Promise<Finished> {
  const { user, enter = (argv) => (user === undefined ? argv : as(user, argv)), ...rest } = how;
  const finished = await runHostspec(host, ['collect', '--catalog', catalogFile(host, specs), ...args], {
    enter,
    ...rest,
  });
  expect(finished).toMatchObject({ overdue: false, signal: null });
  return finished;
}

const lastLine = ({ stdout }: Finished): string => stdout.trim().split('\n').at(-1) ?? '';

/** Leaves the work directory of a run that was killed in a directory; returns its path. */
async function killedRun(host: PathologicalHost, directory: string, format: string): Promise<string> {
  const specs = meanwhile(host, `until [ -e ${host.path('never')} ]; do sleep 0.02; done`);
  const running = host.start(
    [
      ...hostspec,
      ...[
        'collect',
        '--catalog',
        catalogFile(host, specs),
        '--format',
        format,
        '--output',
        `${directory}/killed`,
      ],
    ],
    { deadline: 60 },
  );
  const find = (): string | undefined => readdirSync(directory).find((name) => name.startsWith('.killed.'));
  const isBegun = (): boolean => {
    const journal = `${directory}/${find()}/journal.ndjson`;
    return existsSync(journal) && readFileSync(journal, 'utf8').includes('"name":"version","domain"');
  };
  while (!isBegun()) await new Promise((resolve) => setTimeout(resolve, 20));
  running.signal('SIGKILL');
  await running.finished;
  return join(directory, find() ?? '');
}

/** Mallory swaps names as fast as possible, as long as the host exists. */
async function exchanging(host: PathologicalHost, path: string, other: string): Promise<Running> {
  const script = `
import ctypes, sys
libc = ctypes.CDLL(None, use_errno=True)
a, b = sys.argv[1].encode(), sys.argv[2].encode()
print('racing', flush=True)
while True:
    libc.renameat2(-100, a, -100, b, 2)
`;
  const running = host.start(as(mallory, [python, '-c', script, path, other]), { deadline: 240 });
  await running.printed('racing');
  return running;
}

describe('Output', () => {
  promise(
    'A current directory or --output directory of another user is refused, and the error names its owner and says what to do',
    async (host) => {
      const cron = canary(host);
      const home = directoryOf(host, 'home', mallory);
      const work = directoryOf(host, 'home/work', 0);
      const root = host.makeDirectory('root/etc');
      plainFile(`${root}/hostname`, 'web01\n');
      const cases = [
        [home, undefined],
        [work, undefined],
        [host.directory, `${home}/x`],
        [host.directory, `${work}/x`],
      ] as const;
      const sources = [[], ['--root', host.path('root')]];
      for (const [index, source] of sources.entries())
        for (const [number, [cwd, output]] of cases.entries()) {
          // Each format meets a current directory and an output.
          const format = formats[(index + number) % 3] ?? 'tar.gz';
          const { status, stderr, stdout } = await collect(
            host,
            version,
            ['--format', format, ...source, ...(output === undefined ? [] : ['--output', output])],
            { cwd },
          );
          expect([status, stdout]).toEqual([2, '']);
          expect(stderr).toContain(
            output === undefined ? '--output is needed: the default "' : `--output "${output}" is not safe`,
          );
          expect(stderr).toMatch(
            new RegExp(
              `${home} belongs to user ${mallory}; allowed: a path in a directory that only root can change, such as /`,
            ),
          );
        }
      expect([readdirSync(home), readdirSync(work)]).toEqual([['work'], []]);
      cron.check();
    },
    options,
  );

  promise(
    'If the owner of a directory swaps it for a link while runs start and continue, nothing is written to the target of the link',
    async (host) => {
      const cron = canary(host);
      const home = directoryOf(host, 'home', mallory);
      directoryOf(host, 'home/work', mallory);
      await host.prepare(...as(mallory, ['ln', '-s', cron.path, `${home}/link`]));
      await exchanging(host, `${home}/work`, `${home}/link`);
      let rounds = 0;
      for (const output of [`${home}/work/x`, `${home}/work/canary`, `${home}/work`, undefined])
        for (const format of formats) {
          const { status } = await collect(
            host,
            meanwhile(host, 'sleep 0.2'),
            ['--format', format, ...(output === undefined ? [] : ['--output', output])],
            // While it is a link, root's current directory would be the canary itself, which is root's own choice.
            output === undefined
              ? {
                  enter: (argv) => [
                    'sh',
                    '-c',
                    'cd -P "$0" && case $PWD in */work) exec "$@";; esac; exit 2',
                    `${home}/work`,
                    ...argv,
                  ],
                }
              : {},
          );
          expect(status).toBe(2);
          rounds++;
          cron.check();
        }
      expect(rounds).toBe(12);
    },
    options,
  );

  promise(
    'A run stays in the directory that it started in, even if the directory is moved and replaced by a link',
    async (host) => {
      const cron = canary(host);
      for (const [index, format] of [...formats, 'filled' as const].entries()) {
        const [out, moved] = [host.makeDirectory(`out-${index}`), host.path(`moved-${index}`)];
        const specs = meanwhile(host, `mv ${out} ${moved} && ln -s ${cron.path} ${out}`);
        const args =
          format === 'filled'
            ? ['--format', 'directory', '--output', out]
            : ['--format', format, '--output', `${out}/canary`];
        const finished = await collect(host, specs, args);
        const place = format === 'filled' ? moved : `${moved}/canary`;
        expect([finished.status, lastLine(finished)]).toEqual([0, place]);
        if (format === 'filled') chmodSync(moved, 0o700);
        await verified(place, Object.keys(specs));
        cron.check();
      }
    },
    options,
  );

  promise(
    "In a directory that all users share, nothing that others put at the archive's name is followed, opened, replaced or waited for",
    async (host) => {
      const cron = canary(host);
      const tmp = sharedDirectory(host);
      const mine = plainFile(`${tmp}/mine`, 'not an archive\n');
      const secret = `${cron.path}/canary`;
      const plants: Readonly<Record<string, readonly string[]>> = {
        'a link to a file': ['ln', '-s', secret],
        'a link to a directory': ['ln', '-s', cron.path],
        'a link to nothing': ['ln', '-s', `${cron.path}/evil`],
        'a hard link': ['ln', secret],
        'a FIFO': ['mkfifo'],
        'a file': ['cp', '/proc/version'],
        'a directory': ['mkdir'],
      };
      const good = host.path('good');
      expect((await collect(host, version, ['--output', good])).status).toBe(0);
      for (const [index, [what, plant]] of Object.entries({
        ...plants,
        'an archive': ['cp', good],
      }).entries()) {
        const file = index % 2 === 0 ? 'tar.gz' : 'ndjson';
        const name = `${tmp}/${what.replaceAll(' ', '-')}`;
        const copied = `${host.path('copied')}`;
        if (what === 'an archive') {
          writeFileSync(copied, readFileSync(good), { mode: 0o644 });
          await host.prepare(...as(mallory, ['cp', copied, name]));
        } else await host.prepare(...as(mallory, [...plant, name]));
        const before = await host.prepare('stat', '-c', '%F %s %u %i %h', name);
        for (const args of [[file], [file, '--force'], ['directory']]) {
          const { status, stderr } = await collect(host, version, ['--output', name, '--format', ...args]);
          expect([what, args, status, stderr]).toEqual([
            what,
            args,
            2,
            expect.stringContaining('; allowed: '),
          ]);
          expect(await host.prepare('stat', '-c', '%F %s %u %i %h', name)).toBe(before);
        }
      }
      expect(readFileSync(mine, 'utf8')).toBe('not an archive\n');
      cron.check();
    },
    options,
  );

  promise(
    'A file that others put there during a run is left alone, and so is the work directory; hostspec finish completes the archive elsewhere',
    async (host) => {
      const cron = canary(host);
      const tmp = sharedDirectory(host);
      // Waits for the work directory, then plants at the archive's name, and tries all it can with the work directory.
      const attacker = `
import os, sys, time
tmp, name, kind, target = sys.argv[1:]
print('watching', flush=True)
def attempt(action, *args):
    try:
        action(*args)
    except OSError:
        pass
while True:
    for work in [each for each in os.listdir(tmp) if each.startswith('.' + name + '.')]:
        place, beside = os.path.join(tmp, name), os.path.join(tmp, work)
        attempt(os.rename, beside, beside + '.stolen')
        attempt(os.rmdir, beside)
        attempt(os.symlink, target, beside + '/journal.ndjson')
        attempt(os.symlink, target, beside + '/archive.ndjson')
        attempt(os.chmod, beside, 0o777)
        if kind == 'link':
            attempt(os.symlink, target + '/canary', place)
        elif kind == 'directory':
            attempt(os.mkdir, place)
        elif kind == 'hard link':
            attempt(os.link, target + '/canary', place)
        else:
            attempt(os.mkfifo, place)
    time.sleep(0.005)
`;
      for (const [index, kind] of ['link', 'directory', 'hard link', 'FIFO'].entries())
        for (const format of ['directory', index % 2 === 0 ? 'tar.gz' : 'ndjson']) {
          const name = `${kind.replace(' ', '-')}-${format}`;
          const place = `${tmp}/${name}`;
          const running = host.start(as(mallory, [python, '-c', attacker, tmp, name, kind, cron.path]), {
            deadline: 240,
          });
          await running.printed('watching');
          const specs = meanwhile(host, `until [ -e ${place} ] || [ -L ${place} ]; do sleep 0.02; done`);
          const finished = await collect(host, specs, ['--format', format, '--output', place]);
          await running.kill();
          expect([name, finished.status, finished.stderr]).toEqual([
            name,
            1,
            expect.stringMatching(/was left unchanged; what was collected is kept in .*partial\n$/),
          ]);
          expect(lstatSync(place).isFile() && lstatSync(place).uid === mallory).toBe(false);
          const [work = ''] = readdirSync(tmp).filter((each) => each.endsWith('.partial'));
          const elsewhere = host.path(`finished-${name}`);
          const finish = await runHostspec(host, ['finish', `${tmp}/${work}`, '--output', elsewhere]);
          expect([name, finish.status, finish.stderr]).toEqual([name, 0, '']);
          await verified(elsewhere, Object.keys(specs));
          expect(readdirSync(tmp).filter((each) => each.endsWith('.partial'))).toEqual([]);
          cron.check();
        }
    },
    options,
  );

  promise(
    'A file is replaced only if it is an archive made by hostspec, or on request, and then only the name changes',
    async (host) => {
      const directory = host.makeDirectory('out');
      const notes = plainFile(`${directory}/notes`, 'precious notes\n');
      const link = `${directory}/link`;
      symlinkSync(notes, link);
      const device = characterDevice(`${directory}/device`);
      const pipe = fifo(`${directory}/pipe`);
      // Files that start like an archive made by hostspec.
      const alike = plainFile(`${directory}/alike`, '{"type":"run"}\n');
      const gzip = `${directory}/packed`;
      await host.prepare('tar', '-czf', gzip, '-C', directory, 'notes');
      for (const format of ['tar.gz', 'directory']) {
        const run = (output: string, ...args: string[]): Promise<Finished> =>
          collect(host, version, ['--format', format, '--output', output, ...args]);
        for (const path of [notes, alike, gzip]) {
          const before = readFileSync(path);
          const { status, stderr } = await run(path);
          expect([status, stderr]).toEqual([
            2,
            expect.stringMatching(
              format === 'directory'
                ? /is not a directory; allowed: a new or an empty one/
                : /is a file of \d+ bytes that is not an archive of hostspec; allowed: a new path, an archive of hostspec to replace, or any file with --force/,
            ),
          ]);
          expect(readFileSync(path).equals(before)).toBe(true);
        }
        for (const path of [link, device, pipe, directory])
          for (const force of [[], ['--force']]) {
            const { status, stderr } = await run(path, ...force);
            expect([path, status, stderr]).toEqual([path, 2, expect.stringContaining('; allowed: a new ')]);
          }
        if (format === 'directory') continue;
        const forced = plainFile(`${directory}/forced`, 'old\n');
        const other = `${directory}/other-name`;
        linkSync(forced, other);
        expect((await run(forced, '--force')).status).toBe(0);
        await verified(forced, ['version']);
        expect(readFileSync(other, 'utf8')).toBe('old\n');
        for (const path of [forced, other]) rmSync(path);
      }
      // Archives made by hostspec are replaced in any format, even with a long name.
      const ours = `${directory}/${'x'.repeat(180)}`;
      for (const format of ['tar.gz', 'tar.gz', 'ndjson', 'ndjson', 'tar.gz'])
        expect((await collect(host, version, ['--format', format, '--output', ours])).status).toBe(0);
      await verified(ours, ['version']);
      expect(readFileSync(notes, 'utf8')).toBe('precious notes\n');
    },
    options,
  );

  promise(
    'An empty directory is used only if it belongs to the user and is closed to others, and it keeps its mode',
    async (host) => {
      const tmp = sharedDirectory(host);
      const fill = (path: string): Promise<Finished> =>
        collect(host, version, ['--format', 'directory', '--output', path]);
      // Its owner would replace the manifest as soon as it appears.
      await host.prepare(...as(mallory, ['mkdir', `${tmp}/theirs`]));
      const swap = `
import os, sys
print('watching', flush=True)
while True:
    try:
        os.rename(sys.argv[1] + '/manifest.json', sys.argv[1] + '/taken')
        open(sys.argv[1] + '/manifest.json', 'w').write('{}')
    except OSError:
        pass
`;
      const running = host.start(as(mallory, [python, '-c', swap, `${tmp}/theirs`]), { deadline: 240 });
      await running.printed('watching');
      const theirs = await fill(`${tmp}/theirs`);
      expect([theirs.status, theirs.stderr]).toEqual([
        2,
        expect.stringContaining(`belongs to user ${mallory}`),
      ]);
      expect(readdirSync(`${tmp}/theirs`)).toEqual([]);
      for (const mode of [0o770, 0o777, 0o1777]) {
        const open = directoryOf(host, `open-${mode}`, 0, mode);
        const { status, stderr } = await fill(open);
        expect([mode, status, stderr]).toEqual([
          mode,
          2,
          expect.stringMatching(/can be written to by (everybody|group 0)/),
        ]);
        expect(readdirSync(open)).toEqual([]);
      }
      const own = directoryOf(host, 'tmp/own', 0, 0o755);
      expect((await fill(own)).status).toBe(0);
      expect((lstatSync(own).mode & 0o7777).toString(8)).toBe('755');
      chmodSync(own, 0o700);
      await verified(own, ['version']);
      expect([(await fill(own)).status, (await fill(own)).stderr]).toEqual([
        2,
        expect.stringContaining('is not empty'),
      ]);
      // Neither is a directory that comes during the run.
      const late = `${tmp}/late`;
      const { status } = await collect(host, meanwhile(host, `mkdir ${late}`), [
        '--format',
        'directory',
        '--output',
        late,
      ]);
      expect([status, readdirSync(late)]).toEqual([1, []]);
    },
    options,
  );

  promise(
    'Every right that lets others change the path is noticed: group, everyone, access lists, links, file systems of users',
    async (host) => {
      const cron = canary(host);
      let count = 0;
      const refused = async (path: string, why: string): Promise<void> => {
        const format = formats[count++ % 3] ?? '';
        const { status, stderr } = await collect(host, version, [
          '--format',
          format,
          '--output',
          `${path}/x`,
        ]);
        expect([path, status, stderr]).toEqual([path, 2, expect.stringContaining(why)]);
      };
      await refused(directoryOf(host, 'group', 0, 0o775), 'can be written to by group 0');
      await refused(directoryOf(host, 'everybody', 0, 0o777), 'can be written to by everybody');
      directoryOf(host, 'above', 0, 0o777);
      await refused(
        directoryOf(host, 'above/below', 0, 0o755),
        `${host.path('above')} can be written to by everybody`,
      );
      const listed = directoryOf(host, 'listed', 0, 0o755);
      const grant = `
import os, struct, sys
entries = [(1, 7, 0xffffffff), (2, 7, ${mallory}), (4, 5, 0xffffffff), (16, 7, 0xffffffff), (32, 5, 0xffffffff)]
os.setxattr(sys.argv[1], 'system.posix_acl_access', struct.pack('<I', 2) + b''.join(struct.pack('<HHI', *e) for e in entries))
`;
      await host.prepare(python, '-c', grant, listed);
      await host.prepare(...as(mallory, ['touch', `${listed}/mallory-may`]));
      await refused(listed, 'can be written to by group 0');
      const tmp = sharedDirectory(host);
      await host.prepare(...as(mallory, ['ln', '-s', cron.path, `${tmp}/latest`]));
      await refused(`${tmp}/latest`, `the symbolic link ${tmp}/latest belongs to user ${mallory}`);
      await refused(directoryOf(host, 'sticky', mallory, 0o1777), `belongs to user ${mallory}`);
      // A link of root's own is followed, and so is one that climbs.
      host.makeDirectory('real');
      symlinkSync(`../${host.directory.split('/').at(-1)}/real`, host.path('own-link'));
      const { status } = await collect(host, version, ['--output', host.path('own-link/x')]);
      expect([status, readdirSync(host.path('real'))]).toEqual([0, ['x']]);
      cron.check();
    },
    options,
  );

  promise(
    'A file system served by another user’s program is refused, whatever owners it shows',
    async (host) => {
      const tmp = sharedDirectory(host);
      const mounted = directoryOf(host, 'tmp/mounted', nobody);
      const configuration = plainFile(host.path('fuse.conf'), 'user_allow_other\n');
      await host.prepare('mount', '--bind', configuration, '/etc/fuse.conf');
      // Says that all belongs to root, and shows its owner what is written there.
      const server = `
import os, stat, sys
try:
    from fusepy import FUSE, Operations
except ImportError:
    from fuse import FUSE, Operations
class Server(Operations):
    def getattr(self, path, fh=None):
        return dict(st_mode=stat.S_IFDIR | 0o755, st_nlink=2, st_uid=0, st_gid=0)
    def mkdir(self, path, mode):
        print('asked to make', path, flush=True)
    def init(self, path):
        print('serving', flush=True)
FUSE(Server(), sys.argv[1], foreground=True, nothreads=True, allow_other=True)
`;

      const running = host.start(as(nobody, [python, '-c', server, mounted]), { deadline: 240 });
      await running.printed('serving');
      host.defer(() => host.run(['umount', '-l', mounted]));
      expect(await host.prepare('stat', '-c', '%u', mounted)).toBe('0\n');
      const { status, stderr } = await collect(host, version, ['--output', `${mounted}/x`]);
      expect([status, stderr]).toEqual([
        2,
        expect.stringContaining(`${tmp}/mounted is a file system served by a program of user ${nobody}`),
      ]);
      expect(running.output()).not.toContain('asked to make');
    },
    { ...options, needs: !hasFuse() && 'FUSE' },
  );

  promise(
    'A user who is not root is protected in the same way: only root and that user are trusted',
    async (host) => {
      const home = directoryOf(host, 'home', alice, 0o700);
      const other = directoryOf(host, 'other', mallory, 0o777);
      const tmp = sharedDirectory(host);
      const run = (output: string, format: string): Promise<Finished> =>
        collect(host, version, ['--format', format, '--output', output], { user: alice });
      // Where each user has a group of the same number, directories of a user are often open to it.
      for (const [index, format] of formats.entries()) {
        const mode = index === 0 ? 0o755 : 0o775;
        directoryOf(host, `home/${mode}`, alice, mode);
        const place = `${home}/${mode}/${format}`;
        expect((await run(place, format)).status).toBe(0);
        await verified(place, ['version']);
        expect((await run(`${tmp}/${format}`, format)).status).toBe(0);
      }
      const group = directoryOf(host, 'home/group', alice, 0o775);
      chownSync(group, alice, mallory);
      for (const [path, format, why] of [
        [other, 'tar.gz', `belongs to user ${mallory}`],
        [group, 'directory', `can be written to by group ${mallory}`],
      ] as const) {
        const { status, stderr } = await run(`${path}/x`, format);
        expect([status, stderr]).toEqual([2, expect.stringContaining(why)]);
        expect(stderr).toContain('only you and root can change');
      }
      expect(readdirSync(other)).toEqual([]);
    },
    options,
  );

  promise(
    'A run that writes to a stream stores nothing in a current directory of another user',
    async (host) => {
      const home = directoryOf(host, 'home', mallory, 0o777);
      const seen = host.path('seen');
      const specs = meanwhile(host, `ls -A ${home} > ${seen}`);
      const { status, stdout } = await collect(host, specs, ['--format', 'ndjson', '--output', '-'], {
        cwd: home,
      });
      expect([status, readFileSync(seen, 'utf8'), readdirSync(home)]).toEqual([0, '', []]);
      expect(stdout.split('\n').slice(0, -1)).toHaveLength(4);
    },
    options,
  );

  promise(
    'hostspec finish follows the same rules, and accepts only a work directory and files that belong to the user alone',
    async (host) => {
      const cron = canary(host);
      for (const format of formats) {
        const home = directoryOf(host, `home-${format}`, 0, 0o755);
        const work = await killedRun(host, home, format);
        const fails = async (
          path: string,
          args: readonly string[],
          why: string,
          expected: number,
        ): Promise<void> => {
          const { status, stderr } = await runHostspec(host, ['finish', path, ...args]);
          expect([format, status, stderr]).toEqual([format, expected, expect.stringContaining(why)]);
        };
        chownSync(home, mallory, mallory);
        await fails(work, [], `${home} belongs to user ${mallory}`, 2);
        chownSync(home, 0, 0);
        chownSync(work, mallory, mallory);
        await fails(work, [], 'is not private', 1);
        chownSync(work, 0, 0);
        chmodSync(work, 0o750);
        await fails(work, [], 'is not private', 1);
        chmodSync(work, 0o700);
        const journal = `${work}/journal.ndjson`;
        renameSync(journal, host.path('journal'));
        symlinkSync(host.path('journal'), journal);
        await fails(work, [], 'holds nothing to complete', 1);
        rmSync(journal);
        const filled = await filledFifo(journal, 'bytes of somebody else');
        await fails(work, [], 'holds nothing to complete', 1);
        expect(await filled.drain()).toBe('bytes of somebody else');
        rmSync(journal);
        renameSync(host.path('journal'), journal);
        const place = `${home}/killed`;
        symlinkSync(`${cron.path}/evil`, place);
        const notes = plainFile(`${home}/notes`, 'precious notes\n');
        await fails(work, ['--output', place], 'link', 2);
        await fails(
          work,
          ['--output', notes],
          format === 'directory' ? 'is not a directory' : 'is not an archive of hostspec',
          2,
        );
        rmSync(place);
        // An owner could replace a work directory that is inside the owner's directory.
        chownSync(home, mallory, mallory);
        const swapped = `${home}/swapped`;
        mkdirSync(swapped, { mode: 0o755 });
        chownSync(swapped, mallory, mallory);
        // A whole directory is moved: several times, as chance decides what is met.
        for (let copy = 0; copy < (format === 'directory' ? 5 : 1); copy++) {
          const copied = `${home}/.copy-${copy}.0123456789ab.partial`;
          await host.prepare('cp', '-a', work, copied);
          chownSync(plainFile(`${swapped}/manifest.json`, 'forged\n'), mallory, mallory);
          const racing = await exchanging(host, copied, swapped);
          for (let round = 0; round < 8; round++) {
            const elsewhere = host.path(`finished-${format}-${copy}-${round}`);
            const { status, stderr } = await runHostspec(host, ['finish', copied, '--output', elsewhere]);
            if (!existsSync(elsewhere)) {
              expect(status).not.toBe(0);
              continue;
            }
            await verified(elsewhere, ['version', 'meanwhile']);
            if (status !== 0) expect(stderr).toContain(`${elsewhere} is complete, but`);
            break;
          }
          await racing.kill();
          rmSync(swapped, { recursive: true, force: true });
          mkdirSync(swapped, { mode: 0o755 });
          chownSync(swapped, mallory, mallory);
        }
        expect(readFileSync(notes, 'utf8')).toBe('precious notes\n');
        cron.check();
      }
    },
    options,
  );

  promise(
    'Without /proc the same directories are refused and accepted',
    async (host) => {
      const bare = await view(host, 'bare', { withoutProc: true });
      const home = directoryOf(host, 'home', mallory);
      const tmp = sharedDirectory(host);
      const specs = { passwd: simpleFile('/etc/passwd', doc) };
      for (const format of formats) {
        const run = (output: string): Promise<Finished> =>
          collect(host, specs, ['--format', format, '--output', output], { enter: bare.enter });
        const { status, stderr } = await run(`${home}/x`);
        expect([status, stderr]).toEqual([2, expect.stringContaining(`${home} belongs to user ${mallory}`)]);
        expect((await run(`${tmp}/${format}`)).status).toBe(0);
        await verified(`${tmp}/${format}`, ['passwd']);
      }
    },
    options,
  );
});
