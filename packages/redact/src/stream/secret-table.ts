import type { Span } from '../match/bytes.js';

/** Blanks between columns that are aligned. */
const blanks = '  ';

/** The signs between the cells of a line. */
const signs = ['\t', '|', ';', ',', blanks] as const;

/** The name of a column. */
const columnName = /^[A-Za-z_\x80-\xff][\w\x80-\xff .()/-]{0,60}$/;

/** Two or three words, such as `mot de passe`. In tables of documentation, a key is a word of a file. */
const fewWords = /^[^ ]+(?: [^ ]+)? (?!keys?$)[^ ]+$/i;

/** The start of a comment that names the columns. */
const comment = /^[#;](?:.*: )?/;

/** A line between the names of the columns and the values. */
const ruledLine = /^[-+|:= ]+$/;

/** A line with more cells is no table with logins. */
const mostCells = 64;

/** The cells of a line without blanks and quotes around them. Empty if there are too many. */
function cellsOf(line: string, sign: string): Span[] {
  const cells: Span[] = [];
  const isAligned = sign === blanks;
  for (let at = isAligned ? line.search(/\S|$/) : 0; at <= line.length; ) {
    if (cells.length === mostCells) return [];
    const closed = line[at] === '"' ? line.indexOf(`"${sign}`, at + 1) : -1;
    const next = line.indexOf(sign, closed === -1 ? at : closed);
    const end = next === -1 ? line.length : next;
    const cell = line.slice(at, end);
    const from = end - cell.trimStart().length;
    const to = at + cell.trimEnd().length;
    const quotes = line[from] === '"' && line[to - 1] === '"' ? 1 : 0;
    cells.push([from + quotes, to - quotes]);
    at = isAligned && next !== -1 ? next + line.slice(next).search(/\S|$/) : end + 1;
  }
  return cells;
}

/** Finds the values of a table whose first line names the columns. */
export interface SecretTable {
  /** The cells of the next line that are in a column whose name is one for a secret. `hasName`: the line can have such a name. */
  spans(line: string, isName: (text: string) => boolean, hasName: boolean): readonly Span[];
  /** Whether the next line can be one of a table. */
  isOpen(): boolean;
  /** Passes lines outside of tables that cannot begin one. */
  pass(text: string): void;
}

/** Creates a finder that is before its first table. A table ends at an empty line. */
export function createSecretTable(): SecretTable {
  let sign = '';
  let count = 0;
  let columns: readonly number[] = [];
  let before = '';

  const begin = (line: string, isName: (text: string) => boolean): void => {
    const names = line.replace(comment, (start) => ' '.repeat(start.length));
    // In other lines, a colon is after the name of a setting.
    const isComment = /^[#;] ?\w[\w -]*(?::\w[\w -]*){2,}$/.test(line);
    const found = signs.find((each) => names.trim().includes(each)) ?? (isComment ? ':' : undefined);
    if (found === undefined) return;
    const texts = cellsOf(names, found).map(([start, end]) => line.slice(start, end));
    // Lines of some tables begin and end with a sign.
    const isHeader = texts.every(
      (text, at) => columnName.test(text) || (text === '' && (at === 0 || at === texts.length - 1)),
    );
    if (!isHeader) return;
    // Between commas and in aligned columns, several words can be a sentence.
    const isOneWord = found === ',' || found === blanks;
    columns = texts.flatMap((text, at) =>
      isName(!isOneWord && fewWords.test(text) ? text.replaceAll(' ', '_') : text) ? [at] : [],
    );
    [sign, count] = [found, texts.length];
  };

  return {
    spans(line, isName, hasName) {
      const isEmpty = line.trim() === '';
      if (isEmpty) columns = [];
      else if (ruledLine.test(line)) return [];
      // Within a table, the name of a column can be a value.
      const isFirst =
        before === '' || comment.test(before) || (line.startsWith('|') && !before.startsWith('|'));
      before = isEmpty ? '' : line;
      if (columns.length === 0) {
        if (isFirst && hasName) begin(line, isName);
        return [];
      }
      const cells = cellsOf(line, sign);
      if (cells.length !== count) return [];
      return columns.map((at) => cells[at] as Span).filter(([start, end]) => end > start);
    },
    isOpen: () => columns.length > 0,
    pass(text) {
      for (let end = text.endsWith('\n') ? text.length - 1 : text.length; end >= 0; ) {
        const start = text.lastIndexOf('\n', end - 1) + 1;
        before = text.slice(start, end).trim();
        if (!ruledLine.test(before)) return;
        end = start - 1;
      }
    },
  };
}
