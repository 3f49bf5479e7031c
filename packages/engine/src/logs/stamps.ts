import { momentOf, type Zone } from './zone.js';

/** When a line of a log was written; undefined for a line without a time at its beginning. */
export type StampOf = (line: string) => number | undefined;

/** A line's time is within this many characters. */
export const stampCharacters = 200;

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const month = `(?<name>${months.join('|')})`;
const clock = '(?<hour>[01 ]?\\d|2[0-3]):(?<minute>[0-5]\\d):(?<second>[0-5]\\d|60)';
const fraction = '(?:[.,](?<fraction>\\d{1,9}))?';
const zone = '(?: ?(?<zone>Z|UTC|GMT|[+-]\\d\\d:?\\d\\d))?';

/** What may precede a time in the form of RFC 3339: brackets, the level and thread of Cassandra, the first fields of an object in JSON. */
const prefix = [
  '[[(]',
  'update-alternatives ',
  '[A-Z]{4,5} +\\[[^\\]\\n]{1,100}\\] ',
  '\\{.{0,100}?"(?:\\$date|@?timestamp|time|ts)": ?"',
].join('|');

/** The forms of times at the beginning of lines. */
const forms: readonly RegExp[] = [
  // RFC 3339, dpkg, dnf, MySQL, PostgreSQL, fail2ban; in brackets pacman, Samba and sssd; with slashes nginx and squid, with dots ClickHouse
  `(?:${prefix})?(?<year>\\d{4})[-/.](?<month>\\d\\d)[-/.](?<date>\\d\\d)[T ]${clock}${fraction}${zone}`,
  // RFC 3164
  `${month} +(?<date>\\d{1,2}) ${clock}${fraction}`,
  // Apache's errors, earlier sssd, ctime(3)
  `[[(]?[A-Z][a-z]{2} ${month} +(?<date>\\d{1,2}) ${clock}${fraction}(?: [A-Z]{3,4})? (?<year>\\d{4})`,
  // the common log format
  `[^[\\n]{0,120}\\[(?<date>\\d\\d)/${month}/(?<year>\\d{4}):${clock}${fraction}${zone}`,
  // Tomcat; in brackets PHP-FPM; after process and role Redis
  `(?:\\[|\\d+:[A-Z] )?(?<date>\\d\\d)[- ]${month}[- ](?<year>\\d{4}) ${clock}${fraction}${zone}`,
  // apt and its terminal
  `(?:Start-Date|Log started): (?<year>\\d{4})-(?<month>\\d\\d)-(?<date>\\d\\d)  ${clock}`,
  // Zabbix
  ` *\\d+:(?<year>\\d{4})(?<month>\\d\\d)(?<date>\\d\\d):(?<hour>\\d\\d)(?<minute>\\d\\d)(?<second>\\d\\d)${fraction}`,
  // the kernel's audit
  '(?:node=\\S+ )?type=\\S+ msg=audit\\((?<epoch>\\d{9,11})(?:\\.(?<fraction>\\d{1,9}))?',
  // klog of Kubernetes
  `[IWEF](?<month>\\d\\d)(?<date>\\d\\d) ${clock}${fraction}`,
].map((form) => new RegExp(`^${form}`));

const dayAfter = 86_400_000;

/**
 * Makes the function that tells the times of a file's lines. Times without a zone are in the zone of the host; times without a year are in
 * the last one that is not after the file's modification, so that lines of December stand in the year before those of January.
 */
export function stampReader(zoneOfHost: Zone, modified: number): StampOf {
  const latestYear = new Date(modified + dayAfter + zoneOfHost(modified)).getUTCFullYear();
  const inYear = (year: number, groups: Groups): number => momentAt(year, groups, zoneOfHost);
  let usual = 0;
  return (line) => {
    for (let tried = 0; tried < forms.length; tried++) {
      const index = (usual + tried) % forms.length;
      const groups = forms[index]?.exec(line)?.groups;
      if (groups === undefined) continue;
      // Nearly all lines of a file have the same form.
      usual = index;
      if (groups.epoch !== undefined) return Number(groups.epoch) * 1000 + milliseconds(groups.fraction);
      if (groups.year !== undefined) return inYear(Number(groups.year), groups);
      const latest = inYear(latestYear, groups);
      return latest > modified + dayAfter ? inYear(latestYear - 1, groups) : latest;
    }
    return undefined;
  };
}

type Groups = Readonly<Record<string, string | undefined>>;

function momentAt(year: number, groups: Groups, zoneOfHost: Zone): number {
  const {
    name,
    month = name === undefined ? 0 : months.indexOf(name) + 1,
    date,
    hour,
    minute,
    second,
  } = groups;
  const local =
    Date.UTC(year, Number(month) - 1, Number(date), Number(hour), Number(minute), Number(second)) +
    milliseconds(groups.fraction);
  const { zone } = groups;
  if (zone === undefined) return momentOf(local, zoneOfHost);
  const [, sign = '+', hours = '0', minutes = '0'] = /^([+-])(\d\d):?(\d\d)$/.exec(zone) ?? [];
  return local - (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

function milliseconds(fraction: string | undefined): number {
  return fraction === undefined ? 0 : Math.floor(Number(`0.${fraction}`) * 1000);
}
