import { expect, test } from 'vitest';
import { spaceWatch } from './space-watch.js';

const full = () => Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' });
const denied = () => Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' });

test('nothing is written once the disk is full, for the first reason', () => {
  const watch = spaceWatch();
  watch.check();
  const first = watch.failed(full(), '/first');
  watch.failed(full(), '/second');
  expect(first.code).toBe('NO_SPACE');
  expect(watch.check).toThrow(first);
  expect(watch.told()).toBe(true);
});

test('another error does not keep the rest from being written', () => {
  const watch = spaceWatch();
  expect(watch.failed(denied(), '/a')).toMatchObject({ message: expect.stringContaining('/a') });
  expect(watch.check).not.toThrow();
  expect(watch.told()).toBe(false);
});
