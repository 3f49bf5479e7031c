import { mappedSentence } from '@hostspec/archive';
import { type HostsResult, stepsOf, titlesOnHosts } from '@hostspec/findings';
import { type FleetIndex, type FleetProblem, fleetHtml } from '@hostspec/report';
import { outliersSql } from './outliers.js';
import { type Ask, askingFleet } from './query.js';

/** What a page about a fleet shows besides the fleet's own data. */
export interface PageOptions {
  /** The names of files beside the page; a host whose report is one of them is linked to it. */
  readonly beside?: readonly string[];
  /** Looks for problems in the latest state of the hosts; `added` are those that were not there at the end of a day. Default: the page has none. */
  readonly check?: (since: string) => Promise<{ readonly now: HostsResult; readonly added: HostsResult }>;
}

const mostChanges = 500;
/** If more lines with one key are all new, or all gone, the page shows them as one change: a new unit has two hundred. */
const mostOfKey = 5;
const mostNames = 10;
const mostTitles = 5;

/**
 * A page about a fleet as one HTML file, in pieces: what is wrong with its hosts, what changed on its last day, and unusual values.
 *
 * @throws UsageError if the directory is not a fleet.
 */
export async function fleetPage(fleet: string, options: PageOptions = {}): Promise<AsyncGenerator<string>> {
  const asking = <T>(use: (ask: Ask) => Promise<T>): Promise<T> =>
    askingFleet(fleet, { timeout: Number.POSITIVE_INFINITY }, use);
  const days = await asking(daysOf);
  // Before the other questions, whose engine takes memory, too.
  const problems = options.check && problemsOf(await options.check(days.from));
  const index = await asking((ask) => indexOf(ask, days, options.beside));
  return fleetHtml({ ...index, ...(problems && { problems }) });
}

interface Days {
  readonly from: string;
  readonly to: string;
}

/** The last day of a fleet, and the day before it. */
async function daysOf(ask: Ask): Promise<Days> {
  const { rows } = await ask(
    'SELECT CAST(max(day) - 1 AS VARCHAR) AS before, CAST(max(day) AS VARCHAR) AS newest FROM runs',
  );
  const { text } = readRow(rows[0] ?? {});
  return { from: text('before') || '1970-01-01', to: text('newest') || '1970-01-01' };
}

async function indexOf(ask: Ask, { from, to }: Days, beside: readonly string[] = []): Promise<FleetIndex> {
  const rowsOf = async (sql: string) => (await ask(sql)).rows.map(readRow);
  const files = new Set(beside);
  const changes = await rowsOf(changesSql(from, to));
  const hosts = await rowsOf(hostsSql);
  const mapped = hosts.filter(({ text }) => text('mapped') !== '');
  return {
    ...{ from, to, mapping: mappingOf(mapped.length, hosts.length) },
    hosts: hosts.map(({ text, number }) => {
      const report = `${text('name')}.html`;
      return {
        ...{ name: text('name'), group: text('in_group'), lastDay: text('last_day') },
        ...{ system: text('os_name'), kernel: text('kernel'), failed: number('failed') },
        ...{ interrupted: text('interrupted'), finding: text('finding') },
        ...(text('disk') !== '' && { disk: number('disk') }),
        ...(files.has(report) && { report }),
      };
    }),
    changes: changes.map(({ text, number, texts }) => ({
      ...{ group: text('in_group'), spec: text('spec'), path: text('path'), line: text('line') },
      ...{ key: text('key'), old: text('old'), new: text('new') },
      ...{ hosts: number('hosts'), ofHosts: number('of_hosts'), names: texts('names') },
    })),
    moreChanges: Math.max(0, (changes[0]?.number('of_all') ?? 0) - changes.length),
    outliers: (await rowsOf(outliersSql({ share: 5 }))).map(({ text, number }) => ({
      ...{ group: text('group'), spec: text('spec'), path: text('path'), line: text('line') },
      ...{ subject: text('subject'), key: text('key'), value: text('value'), usual: text('usual') },
      ...{ hosts: number('hosts'), ofHosts: number('of_hosts'), host: text('host') },
    })),
    failedSpecs: (await rowsOf(failedSql)).map(({ text, number }) => ({
      ...{ spec: text('spec'), status: text('status'), hosts: number('hosts') },
    })),
  };
}

function problemsOf({ now, added }: Readonly<Record<'now' | 'added', HostsResult>>): FleetProblem[] {
  const newHosts = new Map(added.found.map(({ id, hosts }) => [id, hosts.length]));
  return now.found.map(({ id, severity, hosts, link }) => {
    const titles = titlesOnHosts(hosts).slice(0, mostTitles);
    return {
      ...{ id, severity, hosts: hosts.length, newHosts: newHosts.get(id) ?? 0 },
      titles: titles.map(({ title, names }) => ({
        ...{ title, hosts: names.length },
        names: names.slice(0, mostNames),
      })),
      steps: stepsOf(titles, link),
    };
  });
}

/** Whether names and addresses in the last archives of hosts are tokens, as a sentence. */
function mappingOf(mapped: number, hosts: number): string {
  if (mapped === 0) return mappedSentence({});
  const whose = mapped === hosts ? 'all hosts' : `${mapped} of ${hosts} hosts`;
  return `Names and addresses of ${whose} were mapped.`;
}

/** Reads the cells of a row by column. NULL is an empty text; integers come as texts. */
function readRow(row: Readonly<Record<string, unknown>>) {
  const text = (column: string): string => String(row[column] ?? '');
  return {
    text,
    number: (column: string): number => Number(row[column] ?? 0),
    texts: (column: string): string[] => {
      const found = row[column];
      return Array.isArray(found) ? found.map(String) : [];
    },
  };
}

const failed = "status IN ('failed', 'timed out')";

const hostsSql = `SELECT o.name, coalesce(o.groups, '') AS in_group, CAST(o.last_day AS VARCHAR) AS last_day, left(o.os_name, 200) AS os_name,
    left(o.kernel, 200) AS kernel, o.disk, left(r.interrupted, 200) AS interrupted, r.finding, r.mapped, f.failed
  FROM overview o
  LEFT JOIN (SELECT host_id, interrupted, finding, mapped, row_number() OVER (PARTITION BY host_id ORDER BY turn DESC) AS nth FROM runs) r
    ON r.host_id = o.host_id AND r.nth = 1
  LEFT JOIN (SELECT host_id, count(*) AS failed FROM latest_outcomes WHERE ${failed} GROUP BY host_id) f ON f.host_id = o.host_id
  ORDER BY o.name`;

const failedSql = `SELECT spec, status, count(*) AS hosts FROM latest_outcomes WHERE ${failed} GROUP BY spec, status ORDER BY hosts DESC, spec LIMIT 200`;

function changesSql(from: string, to: string): string {
  return `WITH own AS (SELECT c.*, coalesce(h.groups, '') AS in_group FROM changes(DATE '${from}', DATE '${to}') c
      JOIN hosts h ON h.host_id = c.host_id),
    sized AS (SELECT *, count(*) OVER same AS lines, count(old) OVER same AS olds, count(new) OVER same AS news FROM own
      WINDOW same AS (PARTITION BY host_id, spec, path, key)),
    folded AS (SELECT in_group, host_id, name, spec, path, key, line, old, new FROM sized
        WHERE lines <= ${mostOfKey} OR (olds > 0 AND news > 0)
      UNION ALL SELECT in_group, host_id, name, spec, path, key, min(line), CASE WHEN olds > 0 THEN olds || ' lines' END,
        CASE WHEN news > 0 THEN news || ' lines' END FROM sized
        WHERE lines > ${mostOfKey} AND (olds = 0 OR news = 0) GROUP BY in_group, host_id, name, spec, path, key, olds, news),
    sizes AS (SELECT coalesce(groups, '') AS in_group, count(*) AS of_hosts FROM hosts GROUP BY 1),
    counted AS (SELECT in_group, spec, left(key, 200) AS key, left(old, 300) AS old, left(new, 300) AS new, min(path) AS path, min(line) AS line,
        count(DISTINCT host_id) AS hosts, list_sort(list(DISTINCT name))[1:${mostNames}] AS names FROM folded GROUP BY 1, 2, 3, 4, 5)
    SELECT c.*, s.of_hosts, count(*) OVER () AS of_all FROM counted c JOIN sizes s ON s.in_group = c.in_group
    ORDER BY c.hosts DESC, c.spec, c.key, c.new LIMIT ${mostChanges}`;
}
