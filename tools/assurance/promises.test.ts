import { chownSync, existsSync, readdirSync } from 'node:fs';
import {
  type Effects,
  firstOf,
  foreachCollect,
  foreachExecute,
  globFile,
  head,
  listdir,
  type Spec,
  simpleCommand,
  simpleFile,
} from '@hostspec/spec';
import { type PathologicalHost, type Running, stubbornProgram } from '@hostspec/testing/pathological';
import { describe, expect } from 'vitest';
import { catalogFile, runHostspec, verified } from './cli.js';
import { collected, doc, promiseNeeding } from './scene.js';

const promise = promiseNeeding('python3');

/** A service account that nobody has. */
const service = 54_321;
const asService = ['setpriv', `--reuid=${service}`, `--regid=${service}`, '--clear-groups', '--'];

/** A directory that a service owns. */
function serviceDirectory(host: PathologicalHost, name: string): string {
  const directory = host.makeDirectory(name);
  chownSync(directory, service, service);
  return directory;
}

/** Does something as the service, in its directory. */
async function byService(host: PathologicalHost, directory: string, script: string): Promise<void> {
  await host.prepare(...asService, 'sh', '-c', `cd "$1"; ${script}`, 'sh', directory);
}

/** Starts a Python program, which becomes the service and goes to its directory; resolves when it printed `ready`. */
async function serviceProgram(host: PathologicalHost, directory: string, program: string): Promise<Running> {
  const become = `import fcntl, os, signal, time\nos.chdir("${directory}")\nos.setgroups([])\nos.setgid(${service})\nos.setuid(${service})\n`;
  const running = host.start(['python3', '-c', become + program], { deadline: 120 });
  await running.printed('ready');
  return running;
}

/** Collects with the command; returns what the checked archive says. */
async function collectedBy(
  host: PathologicalHost,
  specs: Readonly<Record<string, Spec>>,
  ...options: readonly string[]
): Promise<Awaited<ReturnType<typeof verified>>> {
  const output = host.path('archive');
  const args = ['collect', '--catalog', catalogFile(host, specs), '--output', output, '--quiet', ...options];
  const { overdue, stderr } = await runHostspec(host, [...args, '--format', 'directory'], { deadline: 40 });
  expect([overdue, stderr]).toEqual([false, '']);
  return verified(output, Object.keys(specs));
}

const over = 'the run reached its time limit of 3 s';

describe('Promises under attack', () => {
  promise(
    'A service that creates 5,000 logs hides none of the thousand newest, and the outcome says that there are more',
    async (host) => {
      const logs = serviceDirectory(host, 'logs');
      const names = 'seq -f %05.0f.log 1 5000';
      await byService(host, logs, `${names} | xargs touch -d 2001-01-01; ${names} | head -999 | xargs touch`);
      await byService(host, logs, 'echo the truth > zzz.log');
      const { outcome, texts, answer } = await collected(host, {
        specs: {
          glob: globFile([`${logs}/*.log`], doc),
          each: foreachCollect(`${logs}/%s.log`, { provider: 'given' }, doc),
        },
        elements: { given: ['*'] },
      });
      for (const name of ['glob', 'each'])
        expect(outcome(name)).toMatchObject({
          status: 'truncated',
          reason: expect.stringContaining(`the 1000 newest of 5001 files that match ${logs}/*.log`),
        });
      for (const name of ['glob', 'each']) expect(texts(name)).toEqual(['the truth\n']);
      expect(answer.memory).toBeLessThan(150e6);
    },
  );

  promise(
    'Listing a directory in which files are created endlessly stops in time, and the outcome says so',
    async (host) => {
      const logs = serviceDirectory(host, 'logs');
      await host.prepare('mount', '-t', 'tmpfs', '-o', 'nr_inodes=1000000', 'logs', logs);
      await host.prepare('chown', `${service}`, logs);
      const program = `
for i in range(900000):
    open(str(i), 'w').close()
    if i == 100000: print('ready', flush=True)
`;
      const making = await serviceProgram(host, logs, program);
      const patterns = Array.from({ length: 200 }, () => `${logs}/*`);
      const specs = { glob: globFile(patterns, doc), version: simpleFile('/proc/version', doc) };
      const { manifest, outcome } = await collectedBy(host, specs, '--max-time', '3');
      expect(manifest.interrupted).toBe(over);
      expect(outcome('glob')).toMatchObject({ status: 'skipped', reason: expect.stringContaining(over) });
      expect(outcome('version').status).toBe('collected');
      await making.kill();
      const { outcome: patient } = await collected(host, {
        specs: { glob: globFile(patterns, doc) },
        host: { timeout: 1 },
      });
      expect(patient('glob').reason).toContain('was stopped: it took longer than 1 s');
    },
  );

  promise('Names and links designed to make patterns slow do not slow them down', async (host) => {
    const files = serviceDirectory(host, 'files');
    await byService(host, files, 'a=$(printf %0250d 0 | tr 0 a); for i in $(seq 100); do : > $a$i; done');
    await byService(host, files, 'mkdir fan; for i in $(seq 12); do ln -s . fan/$i; done');
    const deep = 'd=.; for i in $(seq 300); do d=$d/d; done; mkdir -p $d';
    await byService(host, files, deep);
    const specs = {
      names: globFile([`${files}/*a*a*a*a*a*a*a*a*ab`], doc),
      fan: globFile([`${files}/fan/*/*/*/*/*/*/*/*/none`], doc),
      deep: globFile([`${files}${'/[d]'.repeat(300)}/none`], doc),
      version: simpleFile('/proc/version', doc),
    };
    const { outcome } = await collected(host, { specs });
    expect(outcome('names')).toMatchObject({
      status: 'absent',
      reason: expect.not.stringContaining('was stopped'),
    });
    expect(outcome('fan').reason).toMatch(/only the first 10000 directories|was stopped: it took longer/);
    expect(outcome('deep').status).toBe('absent');
    const args = ['collect', '--catalog', catalogFile(host, specs), '--only', '*a*a*a*a*a*a*a*a*ab'];
    expect(await runHostspec(host, args, { deadline: 20 })).toMatchObject({ overdue: false, status: 2 });
    const { manifest } = await collectedBy(host, specs, '--max-time', '3');
    expect([undefined, over]).toContain(manifest.interrupted);
  });

  promise(
    'Files of any size, and files that grow while they are read, stay within the limits',
    async (host) => {
      const logs = serviceDirectory(host, 'logs');
      await byService(host, logs, 'truncate -s 1T sparse.log; echo the end >> sparse.log');
      const growing = host.start(
        [
          ...asService,
          'sh',
          '-c',
          'cd "$1"; yes "a line that is written again and again" > growing.log',
          'sh',
          logs,
        ],
        { deadline: 60 },
      );
      while (!existsSync(`${logs}/growing.log`)) await new Promise((resolve) => setTimeout(resolve, 10));
      const specs = {
        sparse: simpleFile(`${logs}/sparse.log`, doc),
        growing: simpleFile(`${logs}/growing.log`, doc),
        all: globFile([`${logs}/*`], doc),
        lines: simpleCommand(`/usr/bin/yes`, doc),
      };
      const limits = ['--max-item-bytes', '1M', '--max-bytes', '3M', '--max-time', '20', '--timeout', '2'];
      const { manifest } = await collectedBy(host, specs, ...limits);
      await growing.kill();
      const items = manifest.outcomes.flatMap((outcome) => outcome.items);
      expect(items.length).toBeGreaterThan(0);
      for (const { bytes, truncated } of items) {
        expect(bytes).toBeLessThanOrEqual(2 ** 20);
        expect(truncated?.reason).toMatch(/\d+ bytes/);
      }
      expect(items.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(3 * 2 ** 20);
    },
  );

  promise(
    'If a service has 10,000 instances, the first thousand are collected and the outcome says so',
    async (host) => {
      const instances = serviceDirectory(host, 'instances');
      await byService(host, instances, 'seq -f i%05.0f 1 10000 | xargs mkdir; echo port=1 > i00001/conf');
      const { outcome, texts, answer } = await collected(host, {
        specs: {
          files: foreachCollect(`${instances}/%s/conf`, listdir(instances), doc),
          listed: foreachCollect(`${instances}/%s/conf`, simpleCommand(`/bin/ls ${instances}`), doc),
        },
      });
      for (const name of ['files', 'listed']) {
        expect(outcome(name)).toMatchObject({
          status: 'truncated',
          reason: expect.stringContaining('the first 1000 of 10000 elements'),
        });
        expect(texts(name)).toEqual(['port=1\n']);
      }
      expect(answer.memory).toBeLessThan(250e6);
    },
    { timeout: 300_000 },
  );

  promise(
    'hostspec waits for a lease on a log, up to the time limit if its holder does not give it up',
    async (host) => {
      const logs = serviceDirectory(host, 'logs');
      await byService(
        host,
        logs,
        'for i in $(seq 40); do echo polite > polite-$i; echo stubborn > stubborn-$i; done',
      );
      const program = `
asked = set()
held = {}
signal.signal(signal.SIGIO, lambda *_: asked.add(1))
for name in os.listdir('.'):
    fd = os.open(name, os.O_RDWR)
    fcntl.fcntl(fd, fcntl.F_SETLEASE, fcntl.F_WRLCK)
    held[name] = fd
print('ready', flush=True)
while True:
    time.sleep(0.3)
    if asked:
        for name in [each for each in held if each.startswith('polite')]:
            fcntl.fcntl(held.pop(name), fcntl.F_SETLEASE, fcntl.F_UNLCK)
`;
      await serviceProgram(host, logs, program);
      const { outcome, texts } = await collected(
        host,
        {
          specs: {
            polite: globFile([`${logs}/polite-*`], doc),
            stubborn: globFile([`${logs}/stubborn-*`], doc),
            version: simpleFile('/proc/version', doc),
          },
          host: { timeout: 2 },
        },
        { deadline: 40 },
      );
      expect(outcome('polite').status).toBe('collected');
      expect(texts('polite')).toHaveLength(40);
      expect(outcome('stubborn')).toMatchObject({
        status: 'timed out',
        reason: expect.stringContaining(
          'another process holds a lease on it and did not give it up within 2 s',
        ),
      });
      expect(outcome('version').status).toBe('collected');
    },
  );

  promise('A nested spec never does what it must not do, in collect, plan or explain', async (host) => {
    const trace = (name: string): string => `/bin/sh -c 'echo ran > ${host.path(name)}.ran; echo ${name}'`;
    const network: Effects = { network: true };
    const changes: Effects = { changesState: { what: 'leaves a trace' } };
    const rest = simpleCommand('/bin/echo the rest');
    const nested = (effects: Effects, name: string): readonly [string, Spec][] => [
      [`${name}_of`, firstOf([simpleCommand(trace(`${name}_of`), { effects }), rest], doc)],
      [`${name}_head`, head(simpleCommand(trace(`${name}_head`), { effects }), doc)],
      [
        `${name}_each`,
        foreachExecute('/bin/echo %s', simpleCommand(trace(`${name}_each`), { effects }), doc),
      ],
      [
        `${name}_deep`,
        firstOf(
          [foreachExecute('/bin/echo %s', simpleCommand(trace(`${name}_deep`), { effects })), rest],
          doc,
        ),
      ],
    ];
    const specs = Object.fromEntries([...nested(network, 'network'), ...nested(changes, 'changes')]);
    const { outcome } = await collectedBy(host, specs, '--offline');
    const catalog = ['--catalog', catalogFile(host, specs), '--offline'];
    for (const name of Object.keys(specs)) {
      const reason = name.startsWith('network') ? 'needs the network' : "changes the host's state";
      expect(JSON.stringify(outcome(name))).toContain(reason);
      expect([name, outcome(name).status]).toEqual([
        name,
        /_(of|deep)$/.test(name) ? 'collected' : 'skipped',
      ]);
      const explained = await runHostspec(host, ['explain', ...catalog, name, '--json']);
      expect([explained.status, explained.stdout]).toEqual([0, expect.stringContaining(reason)]);
    }
    expect((await runHostspec(host, ['plan', ...catalog, '--json'])).stdout).toContain('needs the network');
    expect(readdirSync(host.directory).filter((name) => name.endsWith('.ran'))).toEqual([]);
  });

  promise('A provider that hangs does not extend the run beyond --max-time', async (host) => {
    const hangs = stubbornProgram(host.path('hangs'));
    const specs = {
      each: foreachExecute('/bin/echo %s', simpleCommand(hangs, { timeout: 600 }), doc),
      nested: firstOf(
        [foreachCollect('/%s', simpleCommand(`${hangs} again`, { timeout: 600 }) as never)],
        doc,
      ),
      version: simpleFile('/proc/version', doc),
    };
    const { manifest, outcome } = await collectedBy(host, specs, '--max-time', '3');
    expect(manifest.interrupted).toBe(over);
    for (const name of ['each', 'nested'])
      expect(outcome(name)).toMatchObject({ status: 'skipped', reason: `not reached: ${over}` });
    expect(outcome('version').status).toBe('collected');
  });
});
