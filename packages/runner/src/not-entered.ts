/** The mounts of a host that were not entered, each with the reason. */
export interface NotEntered {
  /** Adds what an answer or error says. @throws Error if that is not a list of texts. */
  add(given: unknown): void;
  all(): string[];
}

// More of them help nobody, and a host may not fill the memory with them.
const mostEntries = 10_000;
const mostCharacters = 4 * 1024 * 1024;

/** Starts with none. */
export function createNotEntered(): NotEntered {
  const reasons = new Set<string>();
  let characters = 0;
  let isFull = false;
  return {
    add(given) {
      if (!Array.isArray(given)) throw new Error('notEntered is not a list');
      for (const reason of given) {
        if (typeof reason !== 'string') throw new Error('notEntered has an entry that is not text');
        if (isFull || reasons.has(reason)) continue;
        characters += reason.length;
        isFull = reasons.size === mostEntries || characters > mostCharacters;
        if (!isFull) reasons.add(reason);
      }
    },
    all: () => [
      ...reasons,
      ...(isFull ? [`not entered: more than the ${reasons.size} that are listed`] : []),
    ],
  };
}
