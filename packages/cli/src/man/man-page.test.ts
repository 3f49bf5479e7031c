import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { needs } from '@hostspec/testing';
import { expect, test } from 'vitest';
import { commands } from '../commands.js';
import { ok } from '../testing/in-process.js';

const page = await ok('man');

test('the page that is packed is current', () => {
  // Written by the build.
  expect(readFileSync(new URL('../../man/hostspec.1', import.meta.url), 'utf8')).toBe(page);
});

/** What a reader sees, on one line. */
function rendered(): string {
  const { stdout } = spawnSync('mandoc', ['-T', 'utf8', '-O', 'width=1000'], {
    input: page,
    encoding: 'utf8',
  });
  // Overstruck characters are bold or underlined.
  return stdout.replace(/.\x08/g, '');
}

needs('mandoc')('is without mistakes, except that it has no date', () => {
  const { stdout } = spawnSync('mandoc', ['-T', 'lint', '-W', 'warning'], { input: page, encoding: 'utf8' });
  expect(stdout.trim().split('\n')).toEqual([expect.stringContaining('missing date')]);
});

needs('mandoc')('shows every command, option and example as the help does', async () => {
  const text = rendered();
  for (const { name, load } of commands) {
    const { options } = (await load()).default;
    const section = text
      .split(/\n {3}hostspec /)
      .find((each) => each.startsWith(`${name} `) || each.startsWith(`${name}\n`));
    for (const option of [...Object.keys(options), 'help'])
      expect(section).toMatch(new RegExp(`^ {7}(?:-\\w, )?--${option}`, 'm'));
    const help = await ok(...name.split(' '), '--help');
    for (const [, line = ''] of help.matchAll(/^ {2}(hostspec .*?)(?: {2}|$)/gm))
      expect(section).toContain(line);
  }
});
