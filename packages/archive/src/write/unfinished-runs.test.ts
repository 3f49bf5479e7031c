import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { unfinishedRuns } from '../index.js';
import { runChild } from '../testing/child.js';
import { temporaryDirectory } from '../testing/run.js';
import { processIdentity } from './journal.js';

function killedRun(parent: string, name: string): void {
  expect(
    runChild({ format: 'tar.gz', path: join(parent, name), specs: 4, kill: 's2', bytes: 10 }),
  ).toBeUndefined();
}

test('the remains of killed runs are found, in alphabetical order', () => {
  const parent = temporaryDirectory();
  for (const name of ['b', 'a']) killedRun(parent, name);
  expect(unfinishedRuns(parent).map((path) => path.replace(/[0-9a-f]{12}/, 'X'))).toEqual([
    join(parent, '.a.X.partial'),
    join(parent, '.b.X.partial'),
  ]);
});

test('ten of them are found at most, and none stays open', () => {
  const parent = temporaryDirectory();
  killedRun(parent, 'a');
  const [left = ''] = unfinishedRuns(parent);
  const names = Array.from({ length: 12 }, (_, index) => `.b.0123456789${index + 10}.partial`);
  for (const name of names) cpSync(left, join(parent, name), { recursive: true });
  const before = readdirSync('/proc/self/fd').length;
  expect(unfinishedRuns(parent)).toEqual([left, ...names.slice(0, 9).map((name) => join(parent, name))]);
  expect(readdirSync('/proc/self/fd')).toHaveLength(before);
});

test('nothing else is found', () => {
  const parent = temporaryDirectory();
  killedRun(parent, 'a');
  const [left = ''] = unfinishedRuns(parent);
  mkdirSync(join(parent, '.empty.0123456789ab.partial'), { mode: 0o700 });
  writeFileSync(join(parent, '.file.0123456789ab.partial'), '');
  cpSync(left, join(parent, 'x.partial'), { recursive: true });
  expect(unfinishedRuns(parent)).toEqual([left]);
  chmodSync(left, 0o755);
  expect(unfinishedRuns(parent)).toEqual([]);
  chmodSync(left, 0o700);
  const journal = join(left, 'journal.ndjson');
  const running = JSON.stringify(processIdentity(process.pid));
  writeFileSync(journal, readFileSync(journal, 'utf8').replace(/"process":"[^"]*"/, `"process":${running}`));
  expect(unfinishedRuns(parent)).toEqual([]);
  expect(unfinishedRuns(join(parent, 'nowhere'))).toEqual([]);
});
