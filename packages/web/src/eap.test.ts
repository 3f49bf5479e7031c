import { fakeContext, fakeHost } from '@hostspec/testing';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { eapReportFiles } from './providers.js';

const directory = '/var/tmp/insights-runtimes/uploads';
const now = new Date('2026-03-29T12:00:00Z').getTime();
const hour = 60 * 60 * 1000;
const aged = (hours: number) => ({ content: '{}', modified: now - hours * hour });
const evaluate = (files: Parameters<typeof fakeHost>[0]) =>
  eapReportFiles.definition.evaluate(fakeContext(fakeHost(files)));

beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it('gives recent files at any depth, newest first, with a leading slash', async () => {
  expect(
    await evaluate({
      files: {
        [`${directory}/old.json`]: aged(24),
        [`${directory}/almost.json`]: aged(23.99),
        [`${directory}/a/b/new.json`]: aged(1),
        [`${directory}/z.json`]: aged(2),
        [`${directory}/y.json`]: aged(2),
        [`${directory}/pipe`]: { kind: 'fifo', modified: now },
        '/var/tmp/insights-runtimes/other.json': aged(0),
      },
    }),
  ).toEqual(['a/b/new.json', 'y.json', 'z.json', 'almost.json'].map((name) => `${directory}/${name}`));
});

it('yields at most the ten newest', async () => {
  const files = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`${directory}/${i}.json`, aged(i)]));
  expect(await evaluate({ files })).toEqual(Array.from({ length: 10 }, (_, i) => `${directory}/${i}.json`));
});

it('stops even if directories never end', async () => {
  const host = fakeHost();
  let listed = 0;
  const endless = {
    ...host,
    list: async () => {
      listed++;
      return ['self'];
    },
    stat: async () => ({ kind: 'directory' as const, size: 0, modified: now }),
  };
  expect(await eapReportFiles.definition.evaluate(fakeContext(endless))).toHaveProperty('nothing');
  expect(listed).toBe(9);
});

it('says why there is nothing', async () => {
  const reason = { nothing: `no file below ${directory} is less than 24 hours old` };
  expect(await evaluate({})).toEqual(reason);
  expect(await evaluate({ files: { [`${directory}/old.json`]: aged(100) } })).toEqual(reason);
});
