import { type CollectingHost, joinWords } from '@hostspec/spec';

/** A host that knows what is under way on it. */
export interface WatchedHost {
  readonly host: CollectingHost;
  /** The commands and files that have been under way for so many milliseconds, the longest first. */
  longest(milliseconds: number): string[];
}

/** Watches the commands and files of a host. A command's standard input, which can hold a secret, is not looked at. */
export function watchHost(host: CollectingHost): WatchedHost {
  const running = new Map<object, { readonly text: string; readonly since: number }>();
  const begin = (text: string): (() => void) => {
    const key = {};
    running.set(key, { text, since: performance.now() });
    return () => void running.delete(key);
  };
  const during = async <T>(text: string, work: () => Promise<T>): Promise<T> => {
    const end = begin(text);
    try {
      return await work();
    } finally {
      end();
    }
  };
  return {
    host: {
      ...host,
      run: (command, options) =>
        during(typeof command === 'string' ? command : joinWords(command), () => host.run(command, options)),
      readInto: (path, take, options) => during(path, () => host.readInto(path, take, options)),
      // Commands take their turns in the order of the requests, so the oldest ones are those that run.
      runInto: (argv, take, options) => during(joinWords(argv), () => host.runInto(argv, take, options)),
    },
    longest(milliseconds) {
      const now = performance.now();
      const texts = [...running.values()]
        .filter(({ since }) => now - since >= milliseconds)
        .sort((a, b) => a.since - b.since)
        .map(({ text }) => text);
      return [...new Set(texts)];
    },
  };
}
