import { expect, test, vi } from 'vitest';
import type { Location } from '../files/locate.js';
import { mountEntry } from './mount-entry.js';

const at = (path: string, type = 'nfs'): Location & { readonly kind: 'mount' } => ({
  kind: 'mount',
  path: `${path}/a`,
  mount: { path, type },
});
const noScratch = () => Promise.reject(new Error('no output was expected'));
const entry = (asked: boolean, runInto = vi.fn(async () => ({ rc: 1 }))) =>
  mountEntry(asked, '/', runInto, noScratch);

test('a mount that can hang is entered only if that was asked for, but for the one of a container', () => {
  const [asked, unasked] = [entry(true), entry(false)];
  expect(asked.enter(at('/net'))).toBeDefined();
  expect(unasked.enter(at('/net'))).toBeUndefined();
  expect(unasked.enter(at('/proc/cpuinfo', 'fuse.lxcfs'))).toBeDefined();
  expect(asked.enter({ kind: 'real', path: '/a', leadsTo: '/a' })).toBeUndefined();
});

test('each mount has one way into it', () => {
  const { enter } = entry(true);
  expect(enter(at('/net'))).toBe(enter(at('/net')));
  expect(enter(at('/net'))).not.toBe(enter(at('/other')));
});

test('why a mount is not entered is named', () => {
  expect(entry(false).refusal('/a', at('/net'))).toMatchObject({
    problem: 'refused',
    message: '/a: on the nfs mount /net, which is not entered',
  });
});

test('one that did not answer is not entered again, but others are', async () => {
  const hanging = vi.fn(async () => ({ problem: 'timed out' as const, reason: 'no answer' }));
  const { enter, refusal } = mountEntry(true, '/', hanging, async () => 0);
  await expect(enter(at('/net'))?.stat('/net/a')).rejects.toMatchObject({ problem: 'timed out' });
  expect(enter(at('/net'))).toBeUndefined();
  expect(enter(at('/other'))).toBeDefined();
  expect(refusal('/a', at('/net'))).toMatchObject({
    problem: 'timed out',
    message: '/a: on the nfs mount /net, which did not answer before',
  });
});
