import { describe, expect, test, vi } from 'vitest';
import { endOfRun } from './end-of-run.js';

test('a run ends once, for the first reason', async () => {
  const ended = vi.fn();
  const end = endOfRun({}, ended);
  expect(end.reason()).toBeUndefined();
  end.stop('one');
  end.stop('other');
  expect(end.reason()).toBe('one');
  expect(ended.mock.calls).toEqual([['one']]);
});

test('work is waited for until the run ends', async () => {
  const end = endOfRun({}, vi.fn());
  const never = new Promise<string>(() => {});
  expect(await end.before(Promise.resolve('done'))).toBe('done');
  await expect(end.before(Promise.reject(new Error('a defect')))).rejects.toThrow('a defect');
  const waiting = [end.before(never), end.before(never)];
  end.stop('one');
  expect(await Promise.all(waiting)).toEqual([undefined, undefined]);
  expect(await end.before(never)).toBeUndefined();
  expect(await end.before(Promise.resolve('already there'))).toBe('already there');
});

test('it ends when the caller aborts, with the reason of the caller', async () => {
  const controller = new AbortController();
  const end = endOfRun({ signal: controller.signal }, vi.fn());
  expect(end.reason()).toBeUndefined();
  controller.abort('SIGINT');
  expect(end.reason()).toBe('SIGINT');
});

test('it ends at once if the caller has aborted before', () => {
  const controller = new AbortController();
  controller.abort('too late');
  expect(endOfRun({ signal: controller.signal }, vi.fn()).reason()).toBe('too late');
});

test('a signal without a reason interrupts it', () => {
  const signal = { aborted: true, reason: undefined, addEventListener: vi.fn() } as unknown as AbortSignal;
  expect(endOfRun({ signal }, vi.fn()).reason()).toBe('interrupted');
});

test('it ends when its time is over', async () => {
  vi.useFakeTimers();
  try {
    const end = endOfRun({ maxTime: 2 }, vi.fn());
    vi.advanceTimersByTime(1999);
    expect(end.reason()).toBeUndefined();
    vi.advanceTimersByTime(1);
    expect(end.reason()).toBe('the 2 s for the whole run are over');
  } finally {
    vi.useRealTimers();
  }
});

test('neither the caller nor the time ends a run that was released', () => {
  vi.useFakeTimers();
  try {
    const controller = new AbortController();
    const end = endOfRun({ signal: controller.signal, maxTime: 2 }, vi.fn());
    end.release();
    controller.abort('too late');
    vi.advanceTimersByTime(5000);
    expect(end.reason()).toBeUndefined();
  } finally {
    vi.useRealTimers();
  }
});

describe('work on content', () => {
  test('is overdue only some time after the end of the run', () => {
    vi.useFakeTimers();
    try {
      const end = endOfRun({}, vi.fn());
      vi.advanceTimersByTime(10_000);
      expect(end.overdue()).toBeUndefined();
      end.stop('enough');
      expect(end.overdue()).toBeUndefined();
      vi.advanceTimersByTime(1000);
      expect(end.overdue()).toBe('enough');
    } finally {
      vi.useRealTimers();
    }
  });
});
