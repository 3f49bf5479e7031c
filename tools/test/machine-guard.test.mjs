import { chmodSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { temporaryDirectory } from './folder.ts';
import { changesSince, stateOf } from './machine-guard.mjs';

let directory;
let home;
let passwd;
const state = () => stateOf([passwd, join(directory, 'none')], home);

beforeEach(() => {
  directory = temporaryDirectory();
  home = join(directory, 'home');
  mkdirSync(join(home, '.ssh'), { recursive: true });
  passwd = join(directory, 'passwd');
  writeFileSync(passwd, 'root:x:0:0\n');
  writeFileSync(join(home, '.profile'), 'x');
  mkdirSync(join(home, '.npm'));
});

test('an unchanged machine has no changes, and caches do not count', () => {
  const before = state();
  writeFileSync(join(home, '.npm/x'), '');
  writeFileSync(join(home, '.bash_history'), '');
  expect(changesSince(before, state())).toEqual([]);
});

test.each([
  [
    'other content of the same size and time',
    () => writeFileSync(passwd, 'evil:x:0:0\n'),
    'passwd was changed',
  ],
  ['another mode', () => chmodSync(passwd, 0o666), 'passwd was changed'],
  ['a file that is gone', () => rmSync(join(home, '.profile')), '.profile is gone'],
  ['a new file', () => writeFileSync(join(home, '.forward'), ''), '.forward is new'],
  ['a new key', () => writeFileSync(join(home, '.ssh/authorized_keys'), ''), 'authorized_keys is new'],
  ['a file that came', () => writeFileSync(join(directory, 'none'), ''), 'none was changed'],
])('%s is a change', (_, change, message) => {
  for (const path of [passwd, join(home, '.profile')]) utimesSync(path, 1, 1);
  const before = state();
  change();
  if (message.startsWith('passwd')) utimesSync(passwd, 1, 1);
  expect(changesSince(before, state()).join()).toContain(message);
});
