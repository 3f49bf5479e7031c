import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { redactionSettings } from '@hostspec/policy';
import { needs } from '@hostspec/testing';
import { describe, expect, test } from 'vitest';
import { directoryOf, fakeRoot, hostspec, overEtc } from '../testing/cli.js';
import { runInProcess } from '../testing/in-process.js';

const root = () =>
  fakeRoot({ 'etc/nscd.conf': 'one Zephyr\ndb_password = Quiet7Harbour\nbadge 654321\n10.20.30.40\n' });

const toFile = ['--only', 'nscd_conf', '--format', 'ndjson', '--output', 'archive'];

const files = {
  'k.key': `${'ab'.repeat(32)}\n`,
  words: 'zephyr\n',
  'rules.yaml':
    '- { id: badge, keywords: ["badge "], pattern: "badge (\\\\d{6})", matches: ["badge «123456»"], others: [x] }\n',
  'deny.yaml': 'patterns: [one]\n',
};

/** What is collected with a configuration; `DIR` in it is the directory of the files. */
async function collected(config: string, more: readonly string[] = []) {
  const cwd = directoryOf(files);
  chmodSync(join(cwd, 'k.key'), 0o600);
  writeFileSync(join(cwd, 'config.yaml'), config.replaceAll('DIR', cwd));
  const { status, stdout, stderr } = await runInProcess(
    ['collect', '--root', root(), ...toFile, '--config', 'config.yaml', ...more],
    { cwd },
  );
  const archive = join(cwd, 'archive');
  const lines = existsSync(archive) ? readFileSync(archive, 'utf8').split('\n') : [];
  const line = lines.find((each) => each.includes('"nscd_conf"')) ?? '';
  return { status, stdout, stderr, cwd, line };
}

describe('a setting does what the option does', () => {
  test('keep-secrets', async () => {
    expect((await collected('')).line).not.toContain('Quiet7Harbour');
    expect((await collected('keep-secrets: false\n')).line).not.toContain('Quiet7Harbour');
    expect((await collected('keep-secrets: true\n')).line).toContain('Quiet7Harbour');
  });

  test('map, key and keywords', async () => {
    const config = 'map: [ip, keyword]\nkey: DIR/k.key\nkeywords: DIR/words\n';
    const { line } = await collected(config);
    expect(line).not.toMatch(/Zephyr|10\.20\.30\.40/);
    const content = (text: string) => /one .*?"/.exec(text)?.[0];
    expect(content((await collected(config)).line)).toBe(content(line));
    const options = ['--map', 'ip,keyword', '--key', 'k.key', '--keywords', 'words'];
    expect(content((await collected('', options)).line)).toBe(content(line));
  });

  test('rules', async () => {
    expect((await collected('')).line).toContain('badge 654321');
    expect((await collected('rules: DIR/rules.yaml\n')).line).toMatch(/badge __secret_badge_/);
  });

  test('deny', async () => {
    expect((await collected('')).line).toContain('one Zephyr');
    expect((await collected('deny: DIR/deny.yaml\n')).line).not.toContain('Zephyr');
  });
});

describe('the command line wins', () => {
  test('--no-keep-secrets masks, and the option that is given last counts', async () => {
    const config = 'keep-secrets: true\n';
    const line = async (...options: string[]) => (await collected(config, options)).line;
    expect(await line('--no-keep-secrets')).toMatch(/db_password = __secret_/);
    expect(await line('--no-keep-secrets', '--keep-secrets')).toContain('Quiet7Harbour');
    expect(await line('--keep-secrets', '--no-keep-secrets')).not.toContain('Quiet7Harbour');
  });

  test('--map none maps nothing, and other kinds are other kinds', async () => {
    const config = 'map: [identity]\nkey: DIR/k.key\nkeywords: DIR/words\n';
    expect((await collected(config, ['--map', 'none'])).line).toMatch(/Zephyr.*10\.20\.30\.40/);
    expect((await collected(config, ['--map', 'ip'])).line).toMatch(/Zephyr(?!.*10\.20\.30\.40)/);
  });

  test('--deny, --rules, --key and --keywords name other files', async () => {
    const config = `map: [keyword]\n${['deny', 'rules', 'key', 'keywords'].map((name) => `${name}: /nowhere\n`).join('')}`;
    const options = ['--deny', 'deny.yaml', '--rules', 'rules.yaml', '--key', 'k.key', '--keywords', 'words'];
    const { status, line } = await collected(config, options);
    expect(status).toBe(0);
    expect(line).toMatch(/badge __secret_badge_/);
    expect(line).not.toContain('one');
  });
});

describe('an error names the file and the setting', () => {
  test.each([
    ['key: k.key\n', 'config.yaml:1:6: setting key is "k.key"; allowed: an absolute path'],
    ['deny: true\n', 'config.yaml:1:7: setting deny is true; allowed: a string'],
    ['map: ip\n', 'config.yaml:1:6: setting map is "ip"; allowed: a list of strings'],
    ['keep-secret: true\n', 'config.yaml:1:1: no setting is named "keep-secret"; did you mean keep-secrets?'],
    ['map: [names]\n', 'config.yaml: map "names" is not allowed; allowed: identity, gdpr, ip,'],
    ['deny: /nowhere\n', 'config.yaml: deny /nowhere cannot be read: no such file'],
    ['rules: /nowhere\n', 'config.yaml: rules /nowhere cannot be read'],
    ['map: [keyword]\nkeywords: /nowhere\nkey: DIR/k.key\n', 'config.yaml: keywords /nowhere cannot be read'],
    ['map: [ip]\nkey: DIR/words\n', 'config.yaml: key '],
  ])('%j', async (config, message) => {
    const { status, stdout, stderr } = await collected(config);
    expect(stderr).toContain(message);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  });

  needs('root')('root does not use rules that others can change', async () => {
    const cwd = directoryOf(files);
    chmodSync(join(cwd, 'rules.yaml'), 0o666);
    const { status, stderr } = await collected(`rules: ${cwd}/rules.yaml\n`);
    expect(stderr).toMatch(
      /config\.yaml: rules .*rules\.yaml is not used by root, because others can change it/,
    );
    expect(status).toBe(2);
  });
});

needs('root', 'a mount namespace')(
  'the configuration of the host counts, also for a plan from a file',
  () => {
    const before = overEtc({
      'hostspec/config.yaml': 'map: [ip]\nkey: /etc/hostspec/own.key',
      'hostspec/own.key': 'ab'.repeat(32),
    });
    const cwd = directoryOf({});
    const host = ['--root', root()];
    const { stdout: plan } = hostspec(['plan', '--json', ...host, '--only', 'nscd_conf'], { cwd, before });
    writeFileSync(join(cwd, 'plan.json'), plan);
    const output = ['--format', 'ndjson', '--output', '-'];
    const { status, stdout } = hostspec(['collect', '--plan', 'plan.json', ...host, ...output], {
      cwd,
      before,
    });
    expect(status).toBe(0);
    expect(stdout).toContain('one Zephyr');
    expect(stdout).not.toContain('10.20.30.40');
  },
);

test('hostspec config and CONFIGURATION.md have all of them', async () => {
  const { stdout } = await runInProcess(['config']);
  const reference = readFileSync(new URL('../../../docs/CONFIGURATION.md', import.meta.url), 'utf8');
  for (const name of Object.keys(redactionSettings)) {
    expect(stdout).toMatch(new RegExp(`^#${name}: `, 'm'));
    expect(reference).toContain(`| \`${name}\` |`);
  }
});
