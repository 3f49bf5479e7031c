import type { Content, Place } from './facts.js';
import type { Condition } from './finding.js';

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

/** Finds the lines that match a condition, from the end. */
export function findLines(
  contents: readonly Content[],
  condition: LinesCondition,
  { collected, isOver }: { readonly collected: number | undefined; readonly isOver: () => boolean },
): FoundLines {
  const { contains, matches, notMatches, within } = condition;
  let [count, tried] = [0, 0];
  let newest: FoundLines['newest'];
  const oldest = within === undefined || collected === undefined ? undefined : collected - within;
  for (const { text, at, timeOf } of contents.toReversed())
    for (const { start, end } of candidates(text, contains)) {
      if (++tried > mostTried || (tried % 64 === 0 && isOver())) return { count, newest, isCut: true };
      const line = text.slice(start, end);
      const groups = matches ? matches.match(line) : {};
      if (!groups || notMatches?.match(line)) continue;
      // A line without a time counts, because the line before it may be new enough.
      if (oldest !== undefined && (timeOf(line) ?? oldest) < oldest) continue;
      count++;
      newest ??= {
        text: line,
        at: at.line === undefined ? at : { ...at, line: lineNumber(text, start) },
        time: timeOf(line),
        groups,
      };
    }
  return { count, newest, isCut: false };
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

function lineNumber(text: string, start: number): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < start; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}
