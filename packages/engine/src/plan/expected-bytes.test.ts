import { globFile, type Spec, simpleCommand, simpleFile } from '@hostspec/spec';
import { fakeHost } from '@hostspec/testing';
import { expect, test } from 'vitest';
import { describeSpecs, doc } from '../testing/collect-specs.js';

const day = 24 * 3600 * 1000;
const now = Date.now();
const log = (bytes: number, days: number) => ({ content: 'x'.repeat(bytes), modified: now - days * day });

const host = {
  ...fakeHost({
    files: {
      '/etc/app': 'x'.repeat(70),
      '/proc/stat': 'x',
      '/var/log/a.log': log(100, 0),
      '/var/log/a.log.1': log(60, 2),
      '/var/log/a.log.2.gz': log(10, 4),
      '/var/log/a.log.3': log(500, 30),
    },
    commands: { '/bin/show': 'x' },
  }),
  executes: true,
  now: () => now,
};

const bytesOf = async (spec: Spec) => {
  const [described] = await describeSpecs({ spec }, { host });
  return described?.sources.map(({ bytes }) => bytes);
};
const logs = (newest: number, more: object = {}) =>
  globFile(['/var/log/a*'], { ...doc, log: { newest, ...more } });

test('the size of a file is known before the run, but not that of a command or of a file of the kernel', async () => {
  const specs = {
    file: simpleFile('/etc/app', doc),
    made: simpleFile('/proc/stat', doc),
    command: simpleCommand('/bin/show', doc),
  };
  const all = await describeSpecs(specs, { host });
  expect(all.map(({ sources }) => sources.map(({ bytes }) => bytes))).toEqual([
    [70],
    [undefined],
    [undefined],
  ]);
});

test('of a log, the window and the limits count, from the newest file back', async () => {
  expect(await bytesOf(logs(1000))).toEqual([100, 60, 80, 500]);
  expect(await bytesOf(logs(1000, { window: '7d' }))).toEqual([100, 60, 80, 0]);
  expect(await bytesOf(logs(130, { window: '7d' }))).toEqual([100, 30, 0, 0]);
  expect(await bytesOf(logs(1000, { newestEach: 50 }))).toEqual([50, 50, 50, 50]);
});
