import {
  appendFileSync,
  linkSync,
  lstatSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { openArchivesDirectory } from '../write/archives-directory.js';
import { openHostLines, readHostLines } from './host-lines.js';

const line = (name: string, outcome: 'collected' | 'failed' = 'collected') =>
  ({ name, outcome, seconds: 1 }) as const;

function linesIn(path: string, isDone: (() => boolean) | undefined = () => true) {
  const directory = openArchivesDirectory('--output', path);
  try {
    return openHostLines(directory, isDone, '; advice');
  } catch (error) {
    directory.close();
    throw error;
  }
}

const textOf = (path: string): string => readFileSync(join(path, 'hosts.ndjson'), 'utf8');
const namesIn = (path: string): string[] =>
  textOf(path)
    .trimEnd()
    .split('\n')
    .map((each) => JSON.parse(each).name);

test('each line is in the file as soon as it is appended, for its owner only', () => {
  const path = temporaryDirectory();
  const lines = linesIn(path);
  for (const name of ['a', 'b\n']) {
    lines.append(line(name));
    expect(namesIn(path).at(-1)).toBe(name);
  }
  expect(lstatSync(join(path, 'hosts.ndjson')).mode & 0o777).toBe(0o600);
  expect(readdirSync(path)).toEqual(['hosts.ndjson']);
});

test('lines of hosts that were collected stay, those of others do not', () => {
  const path = temporaryDirectory();
  const before = linesIn(path);
  for (const each of [line('a'), line('b', 'failed'), line('c')]) before.append(each);
  before.close();
  expect([...linesIn(path).done.keys()]).toEqual(['a', 'c']);
  expect(namesIn(path)).toEqual(['a', 'c']);
  expect([...linesIn(path, () => false).done.keys()]).toEqual([]);
  expect(textOf(path)).toBe('');
});

test('a line that was cut when the process was killed is left out', () => {
  const path = temporaryDirectory();
  const before = linesIn(path);
  before.append(line('a'));
  appendFileSync(join(path, 'hosts.ndjson'), '{"name":"b","outcome":"coll');
  const lines = linesIn(path);
  lines.append(line('c'));
  expect(namesIn(path)).toEqual(['a', 'c']);
});

test.each([
  ['text', 'hello\n'],
  ['a name that is not text', '{"name":1,"outcome":"collected"}\n'],
  ['an archive that is not text', '{"name":"a","outcome":"collected","archive":{}}\n'],
  ['null', 'null\n'],
])('a file with %s is refused with its line', (_what, text) => {
  const path = temporaryDirectory();
  writeFileSync(join(path, 'hosts.ndjson'), `{"name":"a","outcome":"failed","seconds":1}\n${text}`);
  expect(() => linesIn(path)).toThrow(`${path}/hosts.ndjson:2 is not a line about a host; advice`);
});

test('a link with the name of the file is never followed', () => {
  const path = temporaryDirectory();
  const other = join(temporaryDirectory(), 'other');
  writeFileSync(other, '');
  symlinkSync(other, join(path, 'hosts.ndjson'));
  expect(() => linesIn(path)).toThrow('hosts.ndjson is not a regular file');
  const directory = openArchivesDirectory('--output', path);
  openHostLines(directory).append(line('a'));
  expect(readFileSync(other, 'utf8')).toBe('');
  expect(namesIn(path)).toEqual(['a']);
});

test('a file with a second name is replaced, and the other name keeps its content', () => {
  const path = temporaryDirectory();
  const other = join(temporaryDirectory(), 'other');
  writeFileSync(other, '');
  linkSync(other, join(path, 'hosts.ndjson'));
  linesIn(path).append(line('a'));
  expect(readFileSync(other, 'utf8')).toBe('');
});

test('lines are read up to a limit, from a regular file', () => {
  const path = temporaryDirectory();
  expect(readHostLines(path)).toBeUndefined();
  linesIn(path).append(line('a', 'failed'));
  expect(readHostLines(path)).toEqual([line('a', 'failed')]);
  truncateSync(join(path, 'hosts.ndjson'), 64 * 1024 ** 2 + 1);
  expect(() => readHostLines(path)).toThrow(
    `${path}/hosts.ndjson has 67108865 bytes; allowed: at most 67108864`,
  );
});
