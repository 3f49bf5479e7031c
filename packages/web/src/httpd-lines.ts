/** A line of an Apache configuration: a directive, or the start or end of a section; names in lower case. */
export interface HttpdLine {
  readonly kind: 'directive' | 'start' | 'end';
  readonly name: string;
  readonly words: readonly string[];
}

/** Reads Apache configuration text as Apache does: continued lines joined, comments dropped, words unquoted. */
export function parseHttpd(text: string): HttpdLine[] {
  return text
    .replace(/\\\r?\n/g, '')
    .split('\n')
    .flatMap((line) => parseLine(line.trim()) ?? []);
}

function parseLine(line: string): HttpdLine | undefined {
  if (line === '' || line.startsWith('#')) return undefined;
  const [, slash, section] = /^<(\/?)([^\s>]+)/.exec(line) ?? [];
  if (section !== undefined) return { kind: slash ? 'end' : 'start', name: section.toLowerCase(), words: [] };
  const [, name = '', rest = ''] = /^(\S+)\s*(.*)$/s.exec(line) ?? [];
  return { kind: 'directive', name: name.toLowerCase(), words: splitHttpdWords(rest) };
}

function splitHttpdWords(text: string): string[] {
  const words = text.matchAll(/"((?:[^"\\]|\\.)*)"?|'((?:[^'\\]|\\.)*)'?|(\S+)/g);
  return [...words].map(
    ([, double, single, bare]) =>
      bare ?? double?.replace(/\\(["\\])/g, '$1') ?? single?.replace(/\\(['\\])/g, '$1') ?? '',
  );
}
