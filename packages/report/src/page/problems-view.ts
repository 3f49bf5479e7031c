import type { CheckResult, Found, Hit } from '@hostspec/findings';
import { sentenceParts } from '@hostspec/host-kit';
import { causeTextOnce, checksText, lastText, whatToDo } from '../findings/words.js';
import type { IndexEntry, IndexItem } from '../html/report-index.js';
import { counted, h } from './dom.js';
import { specHash } from './route.js';

const mostHits = 5;

/** What is wrong with the host, causes first, each with a link to the line that shows it, then what is not known. */
export function problemsView(
  { found, undecided, skipped, checked }: CheckResult,
  entries: readonly IndexEntry[],
  names: ReadonlyMap<string, string>,
): HTMLElement | undefined {
  if (checked === 0) return undefined;
  const summary = checksText({
    checks: counted(checked, 'check'),
    problems: found.length === 0 ? '' : counted(found.length, 'problem'),
    nothing: checked - found.length - undecided.length,
    undecided,
  });
  return h(
    'section.problems',
    h('h2', summary),
    h('ul', ...found.map((each, at) => problemItem(each, causeTextOnce(found, at), entries, names))),
    folded(
      undecided.length === 1 ? 'check lacks data' : 'checks lack data',
      undecided.map(({ id, needs }) => `${id}: ${needs.map(({ spec, why }) => `${spec} ${why}`).join('; ')}`),
    ),
    folded(
      'not looked for',
      skipped.map(({ id, reason }) => `${id}: ${reason}`),
    ),
  );
}

function folded(what: string, lines: readonly string[]): HTMLElement | undefined {
  if (lines.length === 0) return undefined;
  const items = lines.map((line) => h('li', line));
  return h('details', h('summary', `${lines.length} ${what}`), h('ul', ...items));
}

function problemItem(
  problem: Found,
  cause: string | undefined,
  entries: readonly IndexEntry[],
  names: ReadonlyMap<string, string>,
): HTMLElement {
  const { id, severity, because, count, hits, reason } = problem;
  const shown = hits.slice(0, mostHits);
  const more = count - shown.length;
  return h(
    'li',
    { class: because === undefined ? undefined : 'consequence', title: id },
    h('span.severity', { 'data-severity': severity }, severity),
    h(
      'div',
      ...shown.map((hit) =>
        h(
          'p',
          h('strong', hit.title),
          hit.says === undefined ? '' : ` ${hit.says}`,
          place(hit, entries, names),
          hit.time === undefined ? undefined : h('span.place', lastText(hit.time)),
        ),
      ),
      more > 0 ? h('p', `and ${more} more`) : undefined,
      cause === undefined ? undefined : h('p.do', `${cause}.`),
      reason === undefined ? undefined : h('p', `Severity changed: ${reason}`),
      shown[0]?.do === undefined ? undefined : h('p.do', ...withCommands(whatToDo(problem))),
    ),
  );
}

/** A sentence, with its commands as code. */
export function withCommands(sentence: string): (string | HTMLElement)[] {
  return sentenceParts(sentence).map(({ text, isCommand }) => (isCommand ? h('code', text) : text));
}

function place(
  { at }: Hit,
  entries: readonly IndexEntry[],
  names: ReadonlyMap<string, string>,
): HTMLElement | undefined {
  if (!at) return undefined;
  const isThere = ({ path, source }: IndexItem): boolean => path === at.path || source === at.path;
  const hasIt = ({ items }: IndexEntry): boolean => items.some(isThere);
  const named = entries.find(({ name }) => name === names.get(at.spec));
  // Where an archive has only files, a spec can have several.
  const entry = named && hasIt(named) ? named : (entries.find(hasIt) ?? named);
  if (!entry) return h('span.place', at.spec);
  const item = Math.max(0, entry.items.findIndex(isThere));
  return h('a.place', { href: specHash(entry.name, item, at.line) }, at.spec);
}
