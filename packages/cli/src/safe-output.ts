import type { Output } from './io.js';

/**
 * The output of a process as every command has it: nothing that is written steers the terminal but our own marks. Text
 * shows what could, in a form that JSON keeps too. Bytes are content: a terminal gets them as such text, anything else
 * as they are.
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
  };
}

const hidden = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/**
 * Text in which everything that could steer a terminal is an escape: control and format characters (also those that
 * change the direction of text), line and paragraph separators, halves of characters. Line ends and tabs stay. In JSON
 * the escapes stand for the same characters.
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

// What a stranger wrote cannot hold it: it is made anew in every process.
const key = `\0${Math.random().toString(36).slice(2)}:`;

const sequences = {
  bold: '\x1b[1m',
  noBold: '\x1b[22m',
  dim: '\x1b[2m',
  noDim: '\x1b[22m',
  eraseLine: '\r\x1b[K',
} as const;

type Mark = keyof typeof sequences;

const names = Object.keys(sequences) as Mark[];

/** What stands in a text for a sequence that steers the terminal; only the exit of the process makes one of it. */
export function mark(name: Mark): string {
  return `${key}${names.indexOf(name)}`;
}

const marked = new RegExp(`${key}([0-${names.length - 1}])`, 'g');

/** The parts of a text between its marks, each as `text` makes it, with the sequences that the marks stand for. */
function unmarked(content: string, text: (part: string) => string): string {
  if (!content.includes(key)) return text(content);
  return content
    .split(marked)
    .map((part, index) => (index % 2 === 0 ? text(part) : sequences[names[Number(part)] as Mark]))
    .join('');
}
