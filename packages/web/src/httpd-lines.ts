/** A line of an Apache configuration: a directive, or the start or end of a section; names in lower case. */
export interface HttpdLine {
  readonly kind: 'directive' | 'start' | 'end';
  readonly name: string;
  readonly words: readonly string[];
}

/**
 * Reads Apache configuration text as Apache does: continued lines joined, comments dropped, words unquoted. Keeps only
 * the requested directives, because text of 16 MiB can have a million others.
 */
export function parseHttpd(text: string, isWanted: (name: string) => boolean = () => true): HttpdLine[] {
  const joined = text.replace(/\\\r?\n/g, '');
  const lines: HttpdLine[] = [];
  for (let start = 0, end = 0; start <= joined.length; start = end + 1) {
    end = joined.indexOf('\n', start);
    if (end === -1) end = joined.length;
    const line = parseLine(joined.slice(start, end).trim(), isWanted);
    if (line) lines.push(line);
  }
  return lines;
}

function parseLine(line: string, isWanted: (name: string) => boolean): HttpdLine | undefined {
  if (line === '' || line.startsWith('#')) return undefined;
  const [, slash, section] = /^<(\/?)([^\s>]+)/.exec(line) ?? [];
  if (section !== undefined) return { kind: slash ? 'end' : 'start', name: section.toLowerCase(), words: [] };
  const [, name = '', rest = ''] = /^(\S+)\s*(.*)$/s.exec(line) ?? [];
  if (!isWanted(name.toLowerCase())) return undefined;
  return { kind: 'directive', name: name.toLowerCase(), words: splitHttpdWords(rest) };
}

function splitHttpdWords(text: string): string[] {
  const words = text.matchAll(/"((?:[^"\\]|\\.)*)"?|'((?:[^'\\]|\\.)*)'?|(\S+)/g);
  return [...words].map(
    ([, double, single, bare]) =>
      bare ?? double?.replace(/\\(["\\])/g, '$1') ?? single?.replace(/\\(['\\])/g, '$1') ?? '',
  );
}
