/** Makes a function that asks once for each key. Later questions get the same promise, unless it was rejected. */
export function onceFor<A extends readonly unknown[], T>(
  keyOf: (...question: A) => string,
  ask: (...question: A) => Promise<T>,
): (...question: A) => Promise<T> {
  const answers = new Map<string, Promise<T>>();
  return (...question) => {
    const key = keyOf(...question);
    const known = answers.get(key);
    if (known) return known;
    const answer = ask(...question);
    answers.set(key, answer);
    answer.catch(() => answers.delete(key));
    return answer;
  };
}
