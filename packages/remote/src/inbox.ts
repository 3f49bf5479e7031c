/** Marked lines in order of arrival. */
interface Inbox {
  put(line: string): void;
  /** Starts the time without progress again. */
  progress(): void;
  /** Ends the inbox with an error. The first error counts. */
  fail(error: Error): void;
  end(): void;
  /** The next line; undefined at the end. @throws Error the one given to `fail`, or after too long without progress. */
  next(): Promise<string | undefined>;
}

/**
 * Creates an inbox. `next` fails after `idleSeconds` without progress. With `isPatient`, the first line may take any time, because a person
 * may have to answer questions.
 */
export function openInbox(idleSeconds: number, isPatient: boolean): Inbox {
  const lines: string[] = [];
  let problem: Error | undefined;
  let isEnded = false;
  let hasLimit = !isPatient;
  let wake: (() => void) | undefined;
  let timer: NodeJS.Timeout | undefined;

  const fail = (error: Error): void => {
    problem ??= error;
    wake?.();
  };
  const progress = (): void => {
    clearTimeout(timer);
    // The time counts only while `next` is waiting.
    if (!wake || !hasLimit) return;
    timer = setTimeout(
      () =>
        fail(
          new Error(
            `no answer for ${idleSeconds} s; check that the host is up, or give it more time (--connect-timeout)`,
          ),
        ),
      idleSeconds * 1000,
    );
  };
  return {
    put(line) {
      lines.push(line);
      hasLimit = true;
      wake?.();
    },
    progress,
    fail,
    end() {
      isEnded = true;
      wake?.();
    },
    async next() {
      for (;;) {
        const line = lines.shift();
        if (line !== undefined) return line;
        if (problem) throw problem;
        if (isEnded) return undefined;
        await new Promise<void>((resolve) => {
          wake = resolve;
          progress();
        });
        wake = undefined;
        clearTimeout(timer);
      }
    },
  };
}

/** Reads marked lines among other output, such as a login banner. */
export interface MarkReader {
  /** Takes bytes as they arrive. @throws Error if there are too many, or a marked line is too long. */
  push(bytes: Buffer): void;
  /** The end of the output outside the marked lines. Starts with a whole line. */
  noise(): string;
  /** The bytes after the last line; empty before it. */
  rest(): Buffer;
}

/** Most bytes outside the marked lines; a banner is shorter. */
export const maxNoise = 1024 * 1024;
/** Most bytes of a marked line. */
export const maxLine = 4096;
const keptNoise = 4096;

/** Creates a reader of lines that contain `mark`. `found` gets the text after the mark, and returns true for the last marked line. */
export function markReader(mark: string, found: (words: string) => boolean): MarkReader {
  const bytesOfMark = Buffer.from(mark);
  let pending: Buffer = Buffer.alloc(0);
  let noise: Buffer = Buffer.alloc(0);
  let noiseBytes = 0;
  let isOver = false;

  const drop = (bytes: Buffer): void => {
    noiseBytes += bytes.length;
    noise = Buffer.concat([noise, bytes.subarray(-keptNoise)]).subarray(-keptNoise);
    if (noiseBytes > maxNoise)
      throw new Error(`it sent more than ${maxNoise} bytes that do not belong to the connection`);
  };

  /** Takes one marked line. Returns false if no whole line is there. */
  const takeLine = (): boolean => {
    const at = pending.indexOf(bytesOfMark);
    const noiseEnd = at < 0 ? Math.max(0, pending.length - bytesOfMark.length + 1) : at;
    drop(pending.subarray(0, noiseEnd));
    pending = pending.subarray(noiseEnd);
    if (at < 0) return false;
    const end = pending.indexOf(0x0a);
    if (end > maxLine || (end < 0 && pending.length > maxLine))
      throw new Error(`it sent a line of more than ${maxLine} bytes`);
    if (end < 0) return false;
    const words = pending.toString('utf8', bytesOfMark.length, end).trim();
    pending = pending.subarray(end + 1);
    isOver = found(words);
    return !isOver;
  };

  return {
    push(bytes) {
      pending = pending.length === 0 ? bytes : Buffer.concat([pending, bytes]);
      if (isOver) return;
      while (takeLine());
    },
    noise() {
      const text = (isOver ? noise : Buffer.concat([noise, pending])).toString('utf8');
      // A line that is cut off may begin with a part of a secret, which cannot be masked.
      return noiseBytes > keptNoise ? text.slice(text.search(/[\r\n]|$/) + 1) : text;
    },
    rest: () => (isOver ? pending : Buffer.alloc(0)),
  };
}
