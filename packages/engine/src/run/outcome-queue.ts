import type { Outcome } from '@hostspec/spec';

/** Outcomes on their way from the tasks that produce them to the one reader. */
export interface OutcomeQueue {
  readonly outcomes: AsyncIterable<Outcome>;
  push(outcome: Outcome): void;
  end(): void;
  fail(error: unknown): void;
  /** Whether the queue has ended. */
  ended(): boolean;
}

/** Makes an empty queue. */
export function outcomeQueue(): OutcomeQueue {
  const waiting: Outcome[] = [];
  let state: 'open' | 'ended' | { readonly error: unknown } = 'open';
  let wake: () => void = () => {};
  const change = (): void => {
    wake();
    wake = () => {};
  };
  async function* outcomes(): AsyncGenerator<Outcome> {
    for (;;) {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) yield next;
      if (state === 'ended') return;
      if (state !== 'open') throw state.error;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }
  return {
    outcomes: outcomes(),
    push(outcome) {
      waiting.push(outcome);
      change();
    },
    end() {
      state = 'ended';
      change();
    },
    fail(error) {
      state = { error };
      change();
    },
    ended: () => state !== 'open',
  };
}
