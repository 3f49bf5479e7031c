import type { Output } from './output.js';

/** What a block of key material needs: the bytes, the same as Latin-1, and where the result goes. */
interface BlockInput {
  readonly bytes: Uint8Array;
  readonly text: string;
  readonly output: Output;
  readonly mask: (secret: string) => string;
}

/** A block of key material whose first line was found. It is masked line by line, so that no line is lost. */
export interface KeyBlock {
  /** Masks from a position to another. Returns the position it reached, and whether the block ended there. */
  readonly advance: (input: BlockInput, from: number, to: number) => { at: number; ended: boolean };
}

// The inside of a PEM line. The backslash is for keys in JSON, with \n in place of line ends.
const keyByte = new Uint8Array(256).map((_, byte) => (/[\w+/=\\]/.test(String.fromCharCode(byte)) ? 1 : 0));
const line =
  /(?:Proc-Type|DEK-Info|Comment|Version|Hash|Charset|MessageID|X-[\w-]{1,20}):[^\r\n"'<]{0,200}|[\w+/=\\]{1024}|[\w+/=\\]{1,1023}(?=[\s"'<,\0]|-----|$)/y;

const isLineEnd = (byte: number) => byte === 10 || byte === 13;
const isBlank = (byte: number) => byte === 32 || byte === 9;

/** Starts a block after its first line. */
export function keyBlock(): KeyBlock {
  let masked = false;
  return {
    advance(input, from, to) {
      const { bytes, text, output, mask } = input;
      let at = from;
      while (at < to) {
        const byte = bytes[at] as number;
        if (isLineEnd(byte) || isBlank(byte)) {
          masked = false;
          output.copy(bytes, at, at + 1);
          at++;
          continue;
        }
        if (masked && keyByte[byte] === 1) {
          at++;
          continue;
        }
        line.lastIndex = at;
        const secret = masked ? undefined : line.exec(text)?.[0];
        if (secret === undefined) return { at, ended: true };
        output.write(mask(secret));
        masked = true;
        at += secret.length;
      }
      return { at, ended: false };
    },
  };
}
