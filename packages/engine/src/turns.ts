/** Makes a function that waits for a turn of the event loop, one caller at a time, so that answers are read and requests sent in between. */
export function oneATurn(): () => Promise<void> {
  const waiting: (() => void)[] = [];
  const next = (): void => {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(next);
  };
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) setImmediate(next);
    });
}
