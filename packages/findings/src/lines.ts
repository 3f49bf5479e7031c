import type { Content, Place } from './facts.js';
import type { Condition } from './finding.js';
import { namesIn } from './names.js';

/** Lines that match a condition. */
export interface FoundLines {
  readonly count: number;
  /** The search ended early. */
  readonly isCut: boolean;
  /** The newest line, with the groups of the pattern. */
  readonly newest:
    | {
        readonly text: string;
        readonly at: Place;
        readonly time: number | undefined;
        readonly groups: Readonly<Record<string, string>>;
      }
    | undefined;
}

type LinesCondition = Extract<Condition, { kind: 'lines' }>;

/** A pattern is tried on this many lines, the newest first, so that a log of millions of lines does not delay everything else. */
const mostTried = 20_000;

/** The lines that match a condition, whatever they name, from the end. */
export interface MatchingLines {
  readonly lines: readonly {
    readonly content: Content;
    readonly start: number;
    readonly text: string;
    readonly groups: Readonly<Record<string, string>>;
  }[];
  /** The search ended early. */
  readonly isCut: boolean;
}

/** Finds the lines that match a condition, whatever they name. */
export function matchingLines(
  contents: readonly Content[],
  { contains, matches, notMatches, within }: LinesCondition,
  { collected, isOver }: { readonly collected: number | undefined; readonly isOver: () => boolean },
): MatchingLines {
  const lines: MatchingLines['lines'][number][] = [];
  let tried = 0;
  const oldest = within === undefined || collected === undefined ? undefined : collected - within;
  for (const content of contents.toReversed())
    for (const { start, end } of candidates(content.text, contains)) {
      if (++tried > mostTried || (tried % 64 === 0 && isOver())) return { lines, isCut: true };
      const line = content.text.slice(start, end);
      const groups = matches ? matches.match(line) : {};
      if (!groups || notMatches?.match(line)) continue;
      // A line without a time counts, because the line before it may be new enough.
      if (oldest !== undefined && (content.timeOf(line) ?? oldest) < oldest) continue;
      lines.push({ content, start, text: line, groups });
    }
  return { lines, isCut: false };
}

/** Those of the lines that name a value; all of them without one. A line also names what its command or its file does. */
export function foundLines({ lines, isCut }: MatchingLines, value?: string): FoundLines {
  const isNamed = value === undefined ? () => true : namesIn(value);
  const named = lines.filter(
    ({ text, content }) =>
      isNamed(text) || isNamed(content.argv?.join(' ') ?? '') || isNamed(content.at.path),
  );
  const [newest] = named;
  return {
    count: named.length,
    newest: newest && {
      text: newest.text,
      at: placeIn(newest.content, newest.start),
      time: newest.content.timeOf(newest.text),
      groups: newest.groups,
    },
    isCut,
  };
}

/** The lines that contain one of the texts, each once, from the end. All lines if there are no texts. */
function* candidates(
  text: string,
  texts: readonly string[],
): Generator<{ readonly start: number; readonly end: number }, void, undefined> {
  let end = text.endsWith('\n') ? text.length - 1 : text.length;
  // A text is searched again only after its last place was passed, so that a rare one takes one pass.
  const places = texts.map(() => Number.POSITIVE_INFINITY);
  while (end > 0) {
    texts.forEach((each, at) => {
      if ((places[at] ?? -1) > end - each.length)
        places[at] = end < each.length ? -1 : text.lastIndexOf(each, end - each.length);
    });
    const found = texts.length === 0 ? end - 1 : Math.max(...places);
    if (found < 0) return;
    const start = text.lastIndexOf('\n', found) + 1;
    const next = text.indexOf('\n', found);
    yield { start, end: next < 0 || next > end ? end : next };
    end = start - 1;
  }
}

function placeIn({ text, at }: Content, start: number): Place {
  if (at.line === undefined) return at;
  let line = 1;
  for (let end = text.indexOf('\n'); end >= 0 && end < start; end = text.indexOf('\n', end + 1)) line++;
  return { ...at, line };
}
