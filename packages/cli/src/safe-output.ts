import type { Output } from './io.js';

/**
 * The output that every command gets. Only our own marks can control the terminal. In text, other control characters
 * become escapes that are also valid in JSON. Bytes are content: a terminal gets them as escaped text, any other
 * output gets them unchanged.
 */
export function safeOutput(output: Output): Output {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  return {
    write(content) {
      if (typeof content !== 'string' && !output.isTTY) return output.write(content);
      if (typeof content !== 'string') {
        decoder ??= new TextDecoder();
        return output.write(visible(decoder.decode(content, { stream: true })));
      }
      const rest = decoder?.decode() ?? '';
      decoder = undefined;
      return output.write(visible(rest) + unmarked(content, visible));
    },
    get isTTY() {
      return output.isTTY;
    },
    get columns() {
      return output.columns;
    },
    get rows() {
      return output.rows;
    },
  };
}

const hidden = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/**
 * Text with an escape for everything that could control a terminal: control and format characters (including those that
 * change the direction of text), line and paragraph separators, and lone surrogates. Line ends and tabs stay. In JSON
 * the escapes mean the same characters.
 */
export function visible(text: string): string {
  return text.replace(hidden, (char) =>
    [...Array(char.length).keys()].map((at) => escaped(char.charCodeAt(at))).join(''),
  );
}

function escaped(code: number): string {
  return code < 0x20
    ? `\\x${code.toString(16).padStart(2, '0')}`
    : `\\u${code.toString(16).padStart(4, '0')}`;
}

// Untrusted text cannot contain it, because it is random in every process.
const key = `\0${Math.random().toString(36).slice(2)}:`;

const sequences = {
  bold: '\x1b[1m',
  noBold: '\x1b[22m',
  dim: '\x1b[2m',
  noDim: '\x1b[22m',
  eraseLine: '\r\x1b[K',
  eraseLineAbove: '\x1b[1A\r\x1b[K',
} as const;

type Mark = keyof typeof sequences;

const names = Object.keys(sequences) as Mark[];

/** A placeholder in text for a terminal sequence; replaced only when the process writes it. */
export function mark(name: Mark): string {
  return `${key}${names.indexOf(name)}`;
}

const marked = new RegExp(`${key}([0-${names.length - 1}])`, 'g');

/** Applies `text` to the parts between the marks, and replaces the marks with their sequences. */
function unmarked(content: string, text: (part: string) => string): string {
  if (!content.includes(key)) return text(content);
  return content
    .split(marked)
    .map((part, index) => (index % 2 === 0 ? text(part) : sequences[names[Number(part)] as Mark]))
    .join('');
}
