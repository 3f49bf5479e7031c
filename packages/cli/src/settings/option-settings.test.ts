import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { directoryOf, fakeRoot } from '../testing/cli.js';
import { runInProcess } from '../testing/in-process.js';
import { optionSettings } from './option-settings.js';

const root = () => fakeRoot({ 'proc/cmdline': 'quiet splash\n', 'etc/hosts': '192.0.2.1 a\n' });

/** Collects two specs of two domains with a configuration. */
async function collected(config: string, ...args: string[]) {
  const cwd = directoryOf({ 'config.yaml': config });
  const run = await runInProcess(
    ['collect', '--root', root(), '--config', 'config.yaml', '--output', 'archive', '--json', ...args],
    { cwd },
  );
  const archive = join(cwd, 'archive');
  return {
    ...run,
    text:
      existsSync(archive) &&
      !readdirSync(cwd, { withFileTypes: true })
        .find(({ name }) => name === 'archive')
        ?.isDirectory()
        ? readFileSync(archive, 'utf8')
        : '',
  };
}

describe('a setting does what the option does', () => {
  const specs = ['--only', 'cmdline,hosts'];

  test('format', async () => {
    expect((await collected('format: ndjson\n', ...specs)).text).toContain('"cmdline"');
    expect((await collected('format: ndjson\n', ...specs, '--format', 'tar.gz')).text).not.toContain(
      '"cmdline"',
    );
    expect((await collected('format: ""\n', ...specs)).text).not.toContain('"cmdline"');
  });

  test('domain, unless the command line names domains or specs', async () => {
    const config = 'format: ndjson\ndomain: [kernel]\nmax-time: 60\n';
    const domainsOf = async (...args: string[]) => {
      const { text } = await collected(config, ...args);
      return ['"cmdline"', '"hosts"'].map((name) => text.includes(name));
    };
    expect(await domainsOf('--skip', 'sysctl')).toEqual([true, false]);
    expect(await domainsOf('--domain', 'networking')).toEqual([false, true]);
    expect(await domainsOf(...specs)).toEqual([true, true]);
  });

  test('max-item-bytes and max-bytes', async () => {
    const text = async (config: string, ...args: string[]) =>
      (await collected(`format: ndjson\n${config}`, ...specs, ...args)).text;
    expect(await text('max-item-bytes: 5\n')).not.toContain('quiet splash');
    expect(await text('max-item-bytes: 5\n', '--max-item-bytes', '1K')).toContain('quiet splash');
    expect(await text('max-bytes: 1\n')).not.toContain('quiet splash');
  });

  test('jobs, and --polite wins over it', async () => {
    expect(await collected('jobs: 3\n', ...specs, '--polite')).toMatchObject({ status: 0, stderr: '' });
  });
});

describe('an error has the words of the option and the place', () => {
  test.each([
    ['timeout: x\n', '1:10: timeout "x" is not allowed; allowed: a number of seconds, more than 0'],
    ['max-time: -1\n', '1:11: max-time "-1" is not allowed; allowed: a number of seconds, at most'],
    ['jobs: 0\n', '1:7: jobs "0" is not allowed; allowed: a whole number'],
    ['format: zip\n', '1:9: format "zip" is not allowed; allowed: tar.gz, directory, ndjson'],
    ['max-bytes: [1]\n', '1:12: max-bytes "[1]" is not allowed; allowed: a number of bytes'],
    ['domain: [a, ""]\n', '1:9: domain "a," is not allowed; allowed: one or more names'],
    ['domain: kernl\n', '--domain kernl is not installed; did you mean kernel?'],
    ['{"jobs": true}', '1:10: jobs "true" is not allowed; allowed: a whole number'],
    ['time-out: 3\n', 'no setting is named "time-out"; did you mean timeout?'],
  ])('%j', async (config, message) => {
    const { status, stderr } = await collected(config);
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining(message) });
  });
});

test('hostspec config and CONFIGURATION.md have all of them', async () => {
  const { stdout } = await runInProcess(['config']);
  const reference = readFileSync(new URL('../../../docs/CONFIGURATION.md', import.meta.url), 'utf8');
  for (const name of [...Object.keys(optionSettings), 'findings', 'finding-changes']) {
    expect(stdout).toMatch(new RegExp(`^#${name}: `, 'm'));
    expect(reference).toContain(`\`${name}\``);
  }
});
