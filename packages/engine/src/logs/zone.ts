/** How far the local time of a zone is ahead of UTC at a moment; all in milliseconds. */
export type Zone = (moment: number) => number;

/** The zone of a host that has none. */
export const utc: Zone = () => 0;

/** The moment at which clocks of a zone show a date and time, given as if it were UTC. For a time that clocks show twice, the first. */
export function momentOf(local: number, zone: Zone): number {
  const before = local - zone(local - day);
  if (before + zone(before) === local) return before;
  return local - zone(before);
}

const day = 24 * 60 * 60 * 1000;
const headerBytes = 44;

/** The zone in a file such as /etc/localtime (RFC 9636); UTC if it is not such a file. */
export function zoneOf(file: Uint8Array): Zone {
  try {
    return readZone(Buffer.from(file.buffer, file.byteOffset, file.byteLength));
  } catch (error) {
    if (error instanceof RangeError) return utc;
    throw error;
  }
}

function readZone(file: Buffer): Zone {
  if (file.toString('latin1', 0, 4) !== 'TZif') return utc;
  const version = file[4] ?? 0;
  const first = countsAt(file, 0);
  if (version === 0) return zoneFrom(file, headerBytes, first, 4, undefined);
  const second = headerBytes + blockBytes(first, 4);
  const counts = countsAt(file, second);
  const footer = second + headerBytes + blockBytes(counts, 8);
  const rule = file.toString('latin1', footer + 1, file.indexOf(10, footer + 1));
  return zoneFrom(file, second + headerBytes, counts, 8, ruleOf(rule));
}

interface Counts {
  readonly utc: number;
  readonly standard: number;
  readonly leaps: number;
  readonly times: number;
  readonly types: number;
  readonly characters: number;
}

function countsAt(file: Buffer, at: number): Counts {
  const count = (index: number): number => file.readUInt32BE(at + 20 + index * 4);
  return {
    utc: count(0),
    standard: count(1),
    leaps: count(2),
    times: count(3),
    types: count(4),
    characters: count(5),
  };
}

function blockBytes(counts: Counts, wide: number): number {
  const { times, types, characters, leaps, standard } = counts;
  return times * (wide + 1) + types * 6 + characters + leaps * (wide + 4) + standard + counts.utc;
}

function zoneFrom(
  file: Buffer,
  at: number,
  { times, types }: Counts,
  wide: number,
  after: Zone | undefined,
): Zone {
  const timeAt = (index: number): number =>
    (wide === 8 ? Number(file.readBigInt64BE(at + index * 8)) : file.readInt32BE(at + index * 4)) * 1000;
  const offsets = Array.from(
    { length: types },
    (_, index) => file.readInt32BE(at + times * (wide + 1) + index * 6) * 1000,
  );
  const changes = Array.from({ length: times }, (_, index) => ({
    time: timeAt(index),
    offset: offsets[file.readUInt8(at + times * wide + index)] ?? 0,
  }));
  const last = changes.at(-1);
  return (moment) => {
    if (last === undefined || moment >= last.time) return after?.(moment) ?? last?.offset ?? offsets[0] ?? 0;
    let low = 0;
    let high = changes.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((changes[middle]?.time ?? 0) <= moment) low = middle + 1;
      else high = middle;
    }
    return changes[low - 1]?.offset ?? offsets[0] ?? 0;
  };
}

const name = '(?:<[^>]*>|[A-Za-z]+)';
const time = '[+-]?\\d{1,3}(?::\\d\\d){0,2}';
const date = `M(\\d+)\\.(\\d)\\.(\\d)(?:/(${time}))?`;
const rulePattern = new RegExp(`^${name}(${time})(?:${name}(${time})?(?:,${date},${date})?)?$`);

/** The zone of a rule such as `CET-1CEST,M3.5.0,M10.5.0/3`; undefined for one without months, which no zone uses. */
function ruleOf(rule: string): Zone | undefined {
  const found = rulePattern.exec(rule);
  if (!found) return undefined;
  const [, standardText = '', summerText, ...dates] = found;
  const standard = -timeOf(standardText);
  if (dates[0] === undefined) return () => standard;
  const summer = summerText === undefined ? standard + day / 24 : -timeOf(summerText);
  const [begin, end] = [dates.slice(0, 4), dates.slice(4, 8)];
  return (moment) => {
    const year = new Date(moment + standard).getUTCFullYear();
    const begins = changeIn(year, begin) - standard;
    const ends = changeIn(year, end) - summer;
    const isSummer = begins < ends ? moment >= begins && moment < ends : moment >= begins || moment < ends;
    return isSummer ? summer : standard;
  };
}

/** The local time of a change in a year, as if it were UTC: of the fifth Sunday, the last one. */
function changeIn(year: number, [month, week, weekday, at]: readonly (string | undefined)[]): number {
  const first = Date.UTC(year, Number(month) - 1, 1);
  const offset = (Number(weekday) - new Date(first).getUTCDay() + 7) % 7;
  let date = 1 + offset + (Number(week) - 1) * 7;
  const days = new Date(Date.UTC(year, Number(month), 0)).getUTCDate();
  while (date > days) date -= 7;
  return Date.UTC(year, Number(month) - 1, date) + (at === undefined ? 2 * 3_600_000 : timeOf(at));
}

function timeOf(text: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = text.replace(/^[+-]/, '').split(':').map(Number);
  const all = ((hours * 60 + minutes) * 60 + seconds) * 1000;
  return text.startsWith('-') ? -all : all;
}
