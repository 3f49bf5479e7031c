/**
 * Gives a function of `node:child_process` that waits for its program a limit, unless the caller sets one. A program that reaches it is
 * killed, and the function throws, so that no test takes its end for an answer.
 */
export const limited = (start, limitNow) => {
  if (start.isLimited) return start;
  const waiting = (...args) => {
    const last = args.at(-1);
    const isObject = typeof last === 'object' && last !== null && !Array.isArray(last);
    const options = isObject ? last : {};
    if (options.timeout !== undefined) return start(...args);
    const words = isObject ? args.slice(0, -1) : args.filter((each) => each !== undefined);
    const limit = limitNow();
    const result = start(...words, { killSignal: 'SIGKILL', ...options, timeout: limit });
    if (result?.error?.code === 'ETIMEDOUT')
      throw new Error(`${words.flat().join(' ')} did not end within ${limit / 1000} s`, {
        cause: result.error,
      });
    return result;
  };
  return Object.assign(waiting, { isLimited: true });
};
