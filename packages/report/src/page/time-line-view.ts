import type { ReportIndex } from '../html/report-index.js';
import { durationText, timeText } from '../summary/words.js';
import type { Content } from './client.js';
import { choice, counted, h, searchInput } from './dom.js';
import { lineSeverities } from './log-time.js';
import { clockOf, logsOf, type Place, rangeOf } from './logs.js';
import type { TimeLineGap, TimeLineRow } from './protocol.js';
import { hashOf, type Route, specHash } from './route.js';

type TimeLineRoute = Extract<Route, { view: 'time-line' }>;

const rowsAtOnce = 200;
const gapChoices = [1, 10, 60, 1440];

/** The lines of all logs in the order of their times, a part of them at once. Without a place, the last ones. */
export function timeLineView(content: Content, index: ReportIndex, route: TimeLineRoute): HTMLElement {
  const all = logsOf(index);
  const logs = all.filter(({ entry }) => route.log === undefined || entry.name === route.log);
  const status = h('p.count', { role: 'status' }, 'Reading the logs…');
  const body = h('div');
  const element = h(
    'div.search.time-line',
    h('h2', 'Time line of the logs'),
    filterForm(route, all),
    status,
    body,
  );
  const show = async (): Promise<void> => {
    const { count, lines, left } = await content.timeLine(logs.map(rangeOf), clockOf(index), {
      text: route.text,
      least: route.least,
    });
    const from = Math.max(0, Math.min(route.at ?? count, count - rowsAtOnce));
    const gaps = await content.timeLineGaps(route.gap * 60_000);
    const rows = await content.timeLineRows(from, rowsAtOnce);
    const rest = left > 0 ? `; ${counted(left, 'more line')} left out, because there are too many` : '';
    const merged = lines > count ? `, in ${counted(count, 'row')}` : '';
    status.textContent = `${counted(lines, 'line')} with a time in ${counted(logs.length, 'log')}${merged}, times in UTC${rest}`;
    status.dataset.done = 'true';
    if (count > 0)
      body.replaceChildren(
        controls(route, from, count),
        gapList(route, gaps),
        rowTable(logs, rows, route.gap * 60_000),
      );
  };
  show().catch((error: Error) => {
    status.textContent = `The logs cannot be read; the file may be incomplete: ${error.message}`;
  });
  return element;
}

/** The fields that choose the lines. */
function filterForm({ at: _, ...route }: TimeLineRoute, logs: readonly Place[]): HTMLElement {
  const field = searchInput('Lines that contain', route.text);
  const least = choice('Severity', [
    ['', 'Any severity'],
    ['warning', 'Warnings and errors'],
    ['error', 'Errors'],
  ]);
  least.value = route.least ?? '';
  const names = [...new Set(logs.map(({ entry }) => entry.name))];
  const log = choice('Log', [['', 'All logs'], ...names.map((name) => [name, name] as const)]);
  log.value = route.log ?? '';
  const form = h('form.controls', { role: 'search', 'aria-label': 'Time line' }, field, least, log);
  const go = (): void => {
    location.hash = hashOf({
      ...route,
      at: undefined,
      text: field.value,
      least: lineSeverities.find((severity) => severity === least.value),
      log: log.value || undefined,
    });
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    go();
  });
  for (const select of [least, log]) select.addEventListener('change', go);
  return form;
}

function controls(route: TimeLineRoute, from: number, count: number): HTMLElement {
  const link = (text: string, at: number, isThere: boolean): HTMLElement =>
    isThere ? h('a', { href: hashOf({ ...route, at: Math.max(0, at) }) }, text) : h('span', text);
  const gap = choice(
    'Gaps',
    gapChoices.map((minutes) => [`${minutes}`, `Gaps of ${durationText(minutes * 60)} or more`]),
  );
  gap.value = `${route.gap}`;
  gap.addEventListener('change', () => {
    location.hash = hashOf({ ...route, gap: Number(gap.value) });
  });
  const last = Math.min(count, from + rowsAtOnce);
  return h(
    'p.controls',
    link('First', 0, from > 0),
    link('Earlier', from - rowsAtOnce, from > 0),
    h('span', `${(from + 1).toLocaleString('en')} to ${last.toLocaleString('en')}`),
    link('Later', from + rowsAtOnce, last < count),
    link('Last', count, last < count),
    gap,
  );
}

function gapList(route: TimeLineRoute, gaps: readonly TimeLineGap[]): HTMLElement {
  if (gaps.length === 0) return h('p', 'No gap is that long.');
  const items = gaps.map(({ at, from, to }) =>
    h(
      'li',
      h('a', { href: hashOf({ ...route, at: Math.max(0, at - 5) }) }, gapText(from, to)),
      `, ${timeText(from)} to ${timeText(to)}`,
    ),
  );
  return h('details', h('summary', `${counted(gaps.length, 'long gap')}`), h('ul', ...items));
}

function gapText(from: number, to: number): string {
  return `${durationText((to - from) / 1000)} without a line`;
}

function rowTable(logs: readonly Place[], rows: readonly TimeLineRow[], least: number): HTMLElement {
  const items = rows.flatMap(({ time, last, lines, ranges, range, line, text }, at) => {
    const before = rows[at - 1]?.last ?? time;
    const place = logs[range];
    const name = place?.entry.name ?? '';
    const names = new Set(ranges.map((each) => logs[each]?.entry.name ?? ''));
    const row = h(
      'li',
      h(
        'a',
        { href: specHash(name, place?.item, line) },
        h('span.when', timeText(time).replace(' UTC', '')),
        h('span.log', [...names].join(', ')),
        h('span.text', text, ...repeats(lines, time, last)),
      ),
    );
    return time - before >= least ? [h('li.hole', `— ${gapText(before, time)} —`), row] : [row];
  });
  return h('div.results', h('ul', ...items));
}

/** How often a line repeats, and until when. */
function repeats(lines: number, time: number, last: number): HTMLElement[] {
  if (lines === 1) return [];
  const until = last - time > 1000 ? `, until ${timeText(last).replace(' UTC', '')}` : '';
  return [h('span.repeats', ` ×${lines}${until}`)];
}
