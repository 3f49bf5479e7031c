import type { IndexEntry, ReportIndex } from '../html/report-index.js';
import { type LogClock, zoneAhead } from './log-time.js';
import type { Range } from './protocol.js';

/** An item of a spec. */
export interface Place {
  readonly entry: IndexEntry;
  readonly item: number;
}

/** The content of an item. */
export function rangeOf({ entry, item }: Place): Range {
  const { offset, bytes } = entry.items[item] ?? { offset: 0, bytes: 0 };
  return { offset, bytes };
}

const logPath = /(?:^|\/)var\/log\/|(?:^|\/)(?:dmesg|journalctl)[^/]*$/;

/** The items of a report that are logs, by their paths. */
export function logsOf({ entries }: ReportIndex): Place[] {
  return entries.flatMap((entry) =>
    entry.items.flatMap(({ bytes }, item) => (bytes > 0 && isLog({ entry, item }) ? [{ entry, item }] : [])),
  );
}

/** Whether an item is a log. */
export function isLog({ entry, item }: Place): boolean {
  return logPath.test(entry.items[item]?.path ?? '');
}

/** What the summary of a report says about the times in its logs. */
export function clockOf({ summary, started }: ReportIndex): LogClock {
  const facts = summary.find(({ name }) => name === 'time')?.facts ?? [];
  const dataOf = (label: string): unknown => facts.find((fact) => fact.label === label)?.data;
  const { zone } = (dataOf('clock') ?? {}) as { readonly zone?: unknown };
  const booted = dataOf('boot');
  return {
    collected: started ?? dateOf(dataOf('time')),
    booted: typeof booted === 'number' ? booted : undefined,
    ahead: zoneAhead(typeof zone === 'string' ? zone : ''),
  };
}

/** The end of the day in the output of `date`, whatever its zone is. */
function dateOf(text: unknown): number | undefined {
  const [, month, day, year] = /^\w{3} (\w{3}) +(\d{1,2}) .* (\d{4})$/.exec(String(text)) ?? [];
  const time = Date.parse(`${day} ${month} ${year} 23:59:59 UTC`);
  return Number.isNaN(time) ? undefined : time;
}
