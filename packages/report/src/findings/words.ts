import type { Found, Hit, Undecided } from '@hostspec/findings';
import { sentenceParts } from '@hostspec/host-kit';
import { timeText } from '../summary/words.js';

/** When something happened last. */
export function lastText(time: number): string {
  return `last: ${timeText(time)}`;
}

/** What happened, and when, if the host's log says it. */
export function titleText({ title, time }: Hit): string {
  return time === undefined ? title : `${title} (${lastText(time)})`;
}

/** What to do about a problem: a sentence with commands between backquotes, and which of them need the host. */
export function whatToDo({ hits, link = '', onHost = [] }: Found): string {
  return sentenceParts(hits[0]?.do ?? link)
    .map(({ text, isCommand }) =>
      isCommand ? `\`${text}\`${onHost.includes(text) ? ' (only on the host)' : ''}` : text,
    )
    .join('');
}

/** Why a problem can follow from the one that it stands below; undefined for a problem that follows from none. */
export function causeText({ because, why = 'of it' }: Pick<Found, 'because' | 'why'>): string | undefined {
  return because === undefined ? undefined : `Perhaps because ${why}`;
}

/** The reasons why something is not known, in groups: the first pattern that fits counts. */
const groups: readonly (readonly [words: string, pattern: RegExp])[] = [
  ['not collected', /^was not |^is skipped: deselected by /],
  ['program not installed', /^is absent: command not found/],
  ['no permission', /^is denied/],
  ['failed or took too long', /^is (?:failed|timed out)/],
  ['not for this run', /^is skipped/],
  ['not on the host', /^is absent/],
];
const otherwise = 'incomplete';

/** `causeText` for the first of several problems with the same cause; undefined for the others. */
export function causeTextOnce(found: readonly Found[], at: number): string | undefined {
  const problem = found[at];
  if (!problem) return undefined;
  const text = causeText(problem);
  const before = found[at - 1];
  return before && before.because === problem.because && causeText(before) === text ? undefined : text;
}

/** How many checks were made, and what came of them: found problems in words, how many found nothing, and how many lack data and why. */
export function checksText({
  checks,
  problems,
  nothing,
  undecided,
}: {
  /** Such as `201 checks`. */
  readonly checks: string;
  /** Such as `2 errors, 1 notice`. */
  readonly problems: string;
  /** How many found nothing; undefined to leave it out. */
  readonly nothing: number | undefined;
  readonly undecided: readonly Pick<Undecided, 'needs'>[];
}): string {
  const counts = new Map<string, number>();
  for (const { needs } of undecided) {
    const group = groupOf(needs);
    counts.set(group, (counts.get(group) ?? 0) + 1);
  }
  const why = [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([group, count]) => (count === undecided.length ? group : `${count} ${group}`));
  const parts = [
    problems || ((nothing !== 0 || undecided.length === 0) && 'no problem'),
    nothing && `${nothing} found nothing`,
    undecided.length > 0 &&
      `${undecided.length} ${undecided.length === 1 ? 'lacks' : 'lack'} data (${why.join(', ')})`,
  ];
  return `${checks}: ${parts.filter(Boolean).join('; ')}`;
}

/** Why a check lacks data: `not collected` only if there is no other reason. */
function groupOf(needs: Undecided['needs']): string {
  const all = needs.map(({ why }) => groups.find(([, pattern]) => pattern.test(why))?.[0] ?? otherwise);
  return all.find((group) => group !== 'not collected') ?? 'not collected';
}
