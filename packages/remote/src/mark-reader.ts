/** Reads marked lines out of whatever else a stream says, such as the banner of a login. */
export interface MarkReader {
  /** Takes bytes as they arrive. @throws Error if they are too many, or a marked line is too long. */
  push(bytes: Buffer): void;
  /** The end of what was said beside the marked lines; it begins with a whole line. */
  noise(): string;
  /** The bytes after the last line; empty before it. */
  rest(): Buffer;
}

/** The most bytes beside marked lines: a banner is shorter. */
export const maxNoise = 1024 * 1024;
/** The most bytes of a marked line. */
export const maxLine = 4096;
const keptNoise = 4096;

/** Makes a reader of lines that contain `mark`. `found` gets the text after it, and returns true if this is the last marked line. */
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

  /** Takes one marked line; false if there is no whole one. */
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
      // Part of a secret cannot be told from other text.
      return noiseBytes > keptNoise ? text.slice(text.search(/[\r\n]|$/) + 1) : text;
    },
    rest: () => (isOver ? pending : Buffer.alloc(0)),
  };
}
