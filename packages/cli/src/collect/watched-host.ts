import type { CollectingHost } from '@hostspec/engine';
import { joinWords } from '@hostspec/spec';

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
      copyFile: (path, open, options) => during(path, () => host.copyFile(path, open, options)),
      async runInto(argv, open, options) {
        // The file is opened when the command's turn has come: what waits for a turn is not what the run waits for.
        let end = (): void => {};
        const opened = (): number => {
          end();
          end = begin(joinWords(argv));
          return open();
        };
        try {
          return await host.runInto(argv, opened, options);
        } finally {
          end();
        }
      },
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
