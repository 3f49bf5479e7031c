import { describe, expect, it } from 'vitest';
import { askSecret } from './ask-secret.js';

/** A terminal that keeps what happens at it, in order. */
function terminal() {
  const events: string[] = [];
  let take: (text: string) => void = () => {};
  const input = {
    setRawMode: (isRaw: boolean) => events.push(isRaw ? 'hidden' : 'shown'),
    on: (_: string, listener: (text: string) => void) => {
      take = listener;
    },
    off: () => {
      take = () => {};
    },
    resume: () => {},
    pause: () => {},
    setEncoding: () => {},
  };
  const output = { write: (text: string) => events.push(text) };
  const ask = (): Promise<string> =>
    askSecret('password: ', input as unknown as Parameters<typeof askSecret>[1], output as never);
  return { ask, events, type: (text: string) => take(text) };
}

describe('a secret is asked for', () => {
  it('after the terminal hides it', async () => {
    const { ask, events, type } = terminal();
    const answer = ask();
    type('secret\r');
    expect(await answer).toBe('secret');
    expect(events).toEqual(['hidden', 'password: ', 'shown', '\n']);
  });

  it.each([
    ['a\x7fb\r', 'b'],
    ['\x7fa\n', 'a'],
    ['wrong\x15right\r', 'right'],
    ['ä😀\b\r', 'ä'],
  ])('%j is %j', async (typed, secret) => {
    const { ask, type } = terminal();
    const answer = ask();
    for (const key of typed) type(key);
    expect(await answer).toBe(secret);
  });

  it.each(['\x03', '\x04'])('%j ends it without one', async (key) => {
    const { ask, events, type } = terminal();
    const answer = ask();
    type(`begun${key}`);
    await expect(answer).rejects.toMatchObject({ code: 'INTERRUPTED' });
    expect(events).toEqual(['hidden', 'password: ', 'shown', '\n']);
  });
});
