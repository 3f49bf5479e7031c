import { globFile, simpleFile } from '@hostspec/spec';
import { fakeHost } from '@hostspec/testing';
import { expect, test } from 'vitest';
import { describePlan } from '../index.js';
import { collectSpecs, describeSpecs, doc, planSpecs } from '../testing/collect-specs.js';

const files = { '/etc/a/limits.conf': 'limits\n', '/etc/a/other.conf': 'other\n', '/sys/one': '1\n' };
const all = globFile(['/etc/a/*.conf'], doc);
const limits = simpleFile('etc/a/limits.conf', doc);

test('a file that another spec names is collected there only', async () => {
  const reads: string[] = [];
  const fake = fakeHost({ files });
  const host = {
    ...fake,
    readFile: async (...args: Parameters<typeof fake.readFile>) => {
      reads.push(args[0]);
      return fake.readFile(...args);
    },
  };
  const outcomes = await collectSpecs({ all, limits }, { host });
  expect(outcomes.all).toMatchObject({
    status: 'collected',
    reason: '/etc/a/limits.conf is in limits',
    texts: ['other\n'],
  });
  expect(outcomes.limits.texts).toEqual(['limits\n']);
  expect(reads.filter((path) => path.endsWith('limits.conf'))).toHaveLength(1);
});

test('of two that name it, the first one in the plan has it, and the other says so', async () => {
  const one = globFile(['/sys/one'], doc);
  const two = globFile(['/sys/one', '/sys/two'], doc);
  const { a, b } = await collectSpecs({ a: one, b: two }, { host: fakeHost({ files }) });
  expect([a.status, b.status, b.reason]).toEqual(['collected', 'skipped', '/sys/one is in a']);
  const [, described] = await describeSpecs({ a: one, b: two }, { host: fakeHost({ files }) });
  expect(described?.gap).toEqual({ status: 'skipped', reason: '/sys/one is in a' });
});

test('a spec that is not collected, or that collects otherwise, leaves the file to the pattern', async () => {
  const host = fakeHost({ files });
  const texts = ['limits\n', 'other\n'];
  expect((await collectSpecs({ all, limits }, { host, only: ['all'] })).all.texts).toEqual(texts);
  const newest = simpleFile('/etc/a/limits.conf', { ...doc, log: { newest: 10 } });
  expect((await collectSpecs({ all, limits: newest }, { host })).all.texts).toEqual(texts);
  const denials = {
    spec: (name: string) => (name === 'limits' ? 'not this' : undefined),
    file: () => undefined,
    command: () => undefined,
  };
  const { plan, context } = await planSpecs({ all, limits }, { host });
  const [described] = await describePlan(plan, { ...context, denials });
  expect(described?.sources).toHaveLength(2);
});
