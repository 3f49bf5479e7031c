import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isHostspecError } from '@hostspec/spec';
import { describe, expect, test } from 'vitest';
import { collectFleet } from '../fleet/collect-fleet.js';
import { parseOptions } from '../options.js';
import { options } from '../runs/collect-options.js';
import { directoryOf } from '../testing/cli.js';
import { ok, runInProcess, silentIo } from '../testing/in-process.js';

const files = {
  inv: 'web1\nweb2\n',
  'other.json': JSON.stringify({
    name: 'site',
    add: { motd: { type: 'simple_file', path: '/etc/motd', doc: 'What users read' } },
  }),
  'settings.yaml': 'no_such_setting: 1\n',
  'rules.yaml': 'rules: 5\n',
  'keywords.txt': 'x\n',
  'deny.yaml': 'spec: []\n',
  mine: 'not an archive',
};

/** Mistakes that can be seen without a host, for `collect`; the second word of each is in the message. */
const mistakes: readonly (readonly string[])[] = [
  ['--only', 'no_such_spec'],
  ['--skip', 'no_such_spec'],
  ['--domain', 'no_such_domain'],
  ['--config', 'settings.yaml'],
  ['--brand', 'seller=x'],
  ['--map', 'everything'],
  ['--map', 'keyword', '--keywords', 'keywords.txt'],
  ['--rules', 'rules.yaml'],
  ['--deny', 'deny.yaml'],
  ['--key', 'mine'],
];

/** Mistakes about where one archive is written. */
const places: readonly (readonly string[])[] = [
  ['--output', '-'],
  ['--output', 'archives/'],
  ['--output', 'mine'],
];

/** Options for a host that leaves a file when it is connected. */
const hostIn = (cwd: string): string[] => ['--via', `sh -c "touch ${cwd}/connected; exec sh"`];

describe('a mistake is a usage error before any connection', () => {
  const single = async (command: string, words: readonly string[]): Promise<void> => {
    const cwd = directoryOf(files);
    const some = words[0] === '--only' ? [] : ['--only', 'hosts'];
    const args = [command, ...some, ...words, ...hostIn(cwd)];
    const { status, stderr, stdout } = await runInProcess(args, { cwd });
    expect({ status, stdout, isConnected: existsSync(join(cwd, 'connected')) }).toEqual({
      status: 2,
      stdout: '',
      isConnected: false,
    });
    expect(stderr).toContain(words[1]?.replace(/^keyword$/, 'keywords.txt').replace(/^-$/, '--output -'));
  };

  test.each([...mistakes, ...places])('collect %s %s', (...words) => single('collect', words));
  test.each(mistakes)('plan %s %s', (...words) => single('plan', words));

  test('explain', async () => {
    const cwd = directoryOf(files);
    for (const [words, said] of [
      [['explain', 'no_such_spec'], 'no_such_spec'],
      [['explain', 'hosts', '--map', 'everything'], 'everything'],
      [['explain', 'hosts', '--brand', 'seller=x'], 'seller=x'],
    ] as const) {
      const { status, stderr } = await runInProcess([...words, ...hostIn(cwd)], { cwd });
      expect({ status, isConnected: existsSync(join(cwd, 'connected')) }).toEqual({
        status: 2,
        isConnected: false,
      });
      expect(stderr).toContain(said);
    }
  });

  test('collect --plan of another catalog', async () => {
    const cwd = directoryOf(files);
    const plan = JSON.parse(await ok('plan', '--json', '--catalog', join(cwd, 'other.json')));
    writeFileSync(join(cwd, 'plan.json'), JSON.stringify({ ...plan, fingerprint: '0'.repeat(64) }), {
      mode: 0o600,
    });
    const args = ['collect', '--plan', 'plan.json', '--catalog', 'other.json', ...hostIn(cwd)];
    const { status, stderr } = await runInProcess(args, { cwd });
    expect({ status, isConnected: existsSync(join(cwd, 'connected')) }).toEqual({
      status: 2,
      isConnected: false,
    });
    expect(stderr).toContain('the plan was made from another catalog');
  });

  const fleetMistakes = [...mistakes, ['--sudo-password-file', 'no-such-file']];
  test.each(fleetMistakes)('collect --hosts %s %s', async (...words) => {
    const cwd = directoryOf(files);
    const given = ['--hosts', 'inv', '--output', 'out', ...words];
    const { values } = parseOptions('collect', options, given, undefined);
    const opened: string[] = [];
    const { fleetHostOpener } = await import('../fleet/open-fleet-host.js');
    const error = await collectFleet(values, { ...silentIo, cwd }, (...args) => {
      fleetHostOpener(...args);
      return async ({ name }) => {
        opened.push(name);
        throw new Error('connected');
      };
    }).catch((thrown: unknown) => thrown);
    expect({ name: (error as Error).name, isOurs: isHostspecError(error), opened }).toEqual({
      name: 'UsageError',
      isOurs: true,
      opened: [],
    });
    expect(readdirSync(cwd)).not.toContain('out');
  });
});
