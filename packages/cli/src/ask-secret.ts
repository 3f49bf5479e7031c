import type { ReadStream, WriteStream } from 'node:tty';

/** Asks for a line on a terminal that does not show it. @throws Error with code `INTERRUPTED` at Ctrl-C or Ctrl-D. */
export function askSecret(
  question: string,
  input: Pick<ReadStream, 'setRawMode' | 'on' | 'off' | 'resume' | 'pause' | 'setEncoding'>,
  output: Pick<WriteStream, 'write'>,
): Promise<string> {
  // An answer that is typed at once must be hidden too.
  input.setRawMode(true);
  output.write(question);
  input.setEncoding('utf8');
  return new Promise((resolve, reject) => {
    let secret = '';
    const end = (settle: () => void): void => {
      input.off('data', take);
      input.setRawMode(false);
      input.pause();
      output.write('\n');
      settle();
    };
    const take = (text: string): void => {
      for (const char of text) {
        if (isLineEnd(char)) end(() => resolve(secret));
        else if (isInterrupt(char))
          end(() => reject(Object.assign(new Error('no password was given'), { code: 'INTERRUPTED' })));
        else secret = edited(secret, char);
        if (isLineEnd(char) || isInterrupt(char)) return;
      }
    };
    input.on('data', take);
    input.resume();
  });
}

const isLineEnd = (char: string): boolean => char === '\r' || char === '\n';
const isInterrupt = (char: string): boolean => char === '\x03' || char === '\x04';

/** A line after a key was pressed: backspace takes the last character, Ctrl-U all. */
function edited(line: string, char: string): string {
  if (char === '\x15') return '';
  return char === '\x7f' || char === '\b' ? [...line].slice(0, -1).join('') : line + char;
}
