import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { findRunner } from '@hostspec/runner';
import { needs } from '@hostspec/testing';
import { describe, expect } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { openHost } from '../hosts/host.js';
import { directoryOf, hostspec, startHostspec } from '../testing/cli.js';
import { silentIo } from '../testing/in-process.js';
import { collectFleet } from './collect-fleet.js';

/** A host that a test plays. */
interface SilentHost {
  /** The command for `--via`. */
  readonly via: string;
  /** Waits until it was asked for something that it does not answer. */
  asked(): Promise<void>;
}

/** A host that answers the greeting, and is silent after that. With `denies`, it also says that it has no files of denials. */
function silentHost({ denies = false } = {}): SilentHost {
  const directory = directoryOf({ 'host.mjs': program });
  const asked = join(directory, 'asked');
  const words = [process.execPath, join(directory, 'host.mjs'), asked, ...(denies ? ['denies'] : [])];
  return {
    via: words.join(' '),
    async asked() {
      while (!existsSync(asked)) await setTimeout(20);
    },
  };
}

const program = `
import { writeFileSync } from 'node:fs';
const [, , asked, denies] = process.argv;
const greeting = { protocol: 3, build: 'x', arch: 'amd64', root: '/', hostname: 'silent', uid: 0, gid: 0, groups: [0] };
const send = (kind, id, body) => {
  const payload = Buffer.from(JSON.stringify(body));
  const header = Buffer.alloc(16);
  header.writeUInt32BE(payload.length, 0);
  header.writeUInt32BE(id, 4);
  header[8] = kind;
  process.stdout.write(Buffer.concat([header, payload]));
};
const answer = (id, kind, text) => {
  if (kind === 1) send(64, id, greeting);
  else if (kind === 5 && denies && /deny|insights-client|brand/.test(text))
    send(66, id, { problem: 'absent', reason: 'absent' });
  else writeFileSync(asked, '');
};
let bytes = Buffer.alloc(0);
const take = (more) => {
  bytes = Buffer.concat([bytes, more]);
  while (bytes.length >= 16 && bytes.length >= 16 + bytes.readUInt32BE(0)) {
    const end = 16 + bytes.readUInt32BE(0);
    answer(bytes.readUInt32BE(4), bytes[8], bytes.subarray(16, end).toString());
    bytes = bytes.subarray(end);
  }
};
let script = '';
let isStarted = false;
process.stdin.on('data', (more) => {
  if (isStarted) return take(more);
  script += more;
  const [, one, two] = /'%s%s (?:%s|start).n' (\\w+) (\\w+)/.exec(script) ?? [];
  if (one === undefined || !/}\\n$/.test(script)) return;
  isStarted = true;
  process.stdout.write(one + two + ' start\\n' + one + two + ' run temporary amd64\\nhostspec-runner frames follow\\n');
  take(Buffer.from(/--first ([\\w+/=]+)/.exec(script)?.[1] ?? '', 'base64'));
});
process.stdin.on('end', () => process.exit());
`;

const itConnects = needs(...(typeof findRunner() === 'string' ? ['a runner'] : []));

describe('a fleet with silent hosts', () => {
  for (const [what, denies, outcome] of [
    ['before anything is collected', false, { outcome: 'failed', code: 'HOST_LOST' }],
    ['while they are collected', true, { outcome: 'failed', archive: 'silent1.tar.gz' }],
  ] as const)
    itConnects(`ends in time, with the other hosts: ${what}`, async () => {
      const cwd = temporaryDirectory();
      writeFileSync(join(cwd, 'inv'), 'silent1\nsilent2\nweb1\n');
      const values = {
        hosts: 'inv',
        output: 'out',
        only: ['cmdline'],
        quiet: true,
        'max-time': 8,
        parallel: 3,
      };
      const { via } = silentHost({ denies });
      const status = await collectFleet(values, { ...silentIo, cwd }, () => async ({ name }) => {
        const how = name === 'web1' ? { 'in-process': true } : { via };
        const { host, elsewhere, close } = await openHost(how, {}, silentIo);
        return { host, elsewhere, close: async () => close?.() };
      });
      expect(status).toBe(1);
      const lines = readFileSync(join(cwd, 'out/hosts.ndjson'), 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
        .sort((a, b) => (a.name < b.name ? -1 : 1));
      expect(lines).toMatchObject([
        { name: 'silent1', ...outcome },
        { name: 'silent2', outcome: 'failed' },
        { name: 'web1', outcome: 'collected' },
      ]);
      // The limit for a host that does not end by itself was not needed.
      expect(lines[0].reason).not.toContain('the host did not end within');
      for (const { archive, outcome: how } of lines)
        if (archive !== undefined)
          expect(hostspec(['verify', join(cwd, 'out', archive)]).status).toBe(how === 'collected' ? 0 : 4);
    });
});

describe('silent host', () => {
  const itConnects = needs(...(typeof findRunner() === 'string' ? ['a runner'] : []));
  const argumentsFor = (via: string, path: string): string[] => [
    'collect',
    '--via',
    via,
    '--only',
    'cmdline,meminfo',
    '--output',
    path,
  ];

  describe('a host that is silent', () => {
    itConnects('after its greeting does not hold a run beyond --max-time, and nothing is collected', () => {
      const path = join(temporaryDirectory(), 'a.tar.gz');
      const { status, stderr } = hostspec([...argumentsFor(silentHost().via, path), '--max-time', '1']);
      expect({ status, stderr }).toEqual({
        status: 1,
        stderr: 'hostspec: the run reached its time limit of 1 s, before the host answered\n',
      });
      expect(existsSync(path)).toBe(false);
    });

    itConnects('while it is collected does not hold a run beyond --max-time: the archive is complete', () => {
      const path = join(temporaryDirectory(), 'a.tar.gz');
      const { via } = silentHost({ denies: true });
      const { status, stdout, stderr } = hostspec([...argumentsFor(via, path), '--max-time', '3']);
      expect({ status, path: stdout.trimEnd().split('\n').at(-1) }).toEqual({ status: 1, path });
      expect(stdout).toContain('The run ended early: the run reached its time limit of 3 s.');
      expect(stderr).toContain('hostspec: the host can no longer be reached: the runner is silent');
      expect(hostspec(['verify', path]).status).toBe(4);
    });

    for (const [what, denies, message] of [
      ['before anything is collected', false, /, before the host answered\n$/],
      ['while it is collected', true, /the host can no longer be reached: the runner is silent/],
    ] as const)
      itConnects(`${what} does not hold a run after SIGTERM`, async () => {
        const path = join(temporaryDirectory(), 'a.tar.gz');
        const { via, asked } = silentHost({ denies });
        const { child, ended } = startHostspec(argumentsFor(via, path));
        await asked();
        child.kill('SIGTERM');
        const { status, stderr } = await ended;
        expect(stderr).toMatch(message);
        expect(status).toBe(143);
        expect(existsSync(path)).toBe(denies);
      });
  });
});
