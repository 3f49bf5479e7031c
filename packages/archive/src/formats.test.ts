import { expect, test } from 'vitest';
import { wrongEnding } from './formats.js';

test.each([
  ['x.tar.gz', 'tar.gz'],
  ['x.TGZ', 'tar.gz'],
  ['x-tar.gz', 'tar.gz'],
  ['x.ndjson', 'ndjson'],
  ['x.jsonl', 'ndjson'],
  ['web1.example.com', 'tar.gz'],
  ['web1-2026.11', 'ndjson'],
  ['web1.example.zip', 'directory'],
] as const)('%s can be the name of a %s', (name, format) =>
  expect(wrongEnding(name, format)).toBeUndefined(),
);

test.each([
  [
    'x.zip',
    'tar.gz',
    'ends in .zip, which no format has; allowed for the format tar.gz: a name that ends in .tar.gz or .tgz, or has no ending',
  ],
  ['x.tar.XZ', 'tar.gz', 'ends in .xz, which no format has'],
  ['x.json', 'ndjson', 'ends in .json, which no format has'],
  ['x.ndjson', 'tar.gz', 'ends in .ndjson, which is for the format ndjson'],
  ['x.tgz', 'ndjson', 'ends in .tgz, which is for the format tar.gz'],
  [
    'x.tgz',
    'directory',
    'ends in .tgz, which is for the format tar.gz; allowed for the format directory: a name without this ending',
  ],
] as const)('%s cannot be the name of a %s', (name, format, why) =>
  expect(wrongEnding(name, format)).toContain(why),
);
