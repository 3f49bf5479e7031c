import { resolve } from 'node:path';
import type { FleetAction } from '@hostspec/fleet';
import { command } from '../command.js';
import { usageError } from '../usage-error.js';
import { options } from './options.js';

const actions = [
  ...(['init', 'add', 'report', 'check', 'hosts', 'changes'] as const),
  ...(['outliers', 'query', 'schema', 'compact', 'verify', 'forget'] as const),
] satisfies readonly (FleetAction | 'report' | 'check')[];

/** The actions that an option is for, as its doc says: `hosts and query: …; check: …`. None stands for all. */
function actionsIn(doc: string): string[] {
  const heads = [...doc.matchAll(/(?:^|[;.] )([a-z, ]+): /g)].flatMap(([, head = '']) =>
    head.split(/, | and /),
  );
  return heads.filter((word) => (actions as readonly string[]).includes(word));
}

export default command({
  usage: `[options] ${actions.join('|')} DIR [WORD...]`,
  doc: 'Keep what the archives of many hosts say, day by day, in a directory of Parquet files, and ask it questions. DIR is the directory; the words are archives for add, files with findings for check, a question in SQL for query, and a host for forget. It needs the package @hostspec/fleet, which npm installs beside hostspec.',
  options,
  operands: [2, 100_000],
  examples: [
    [
      'hostspec fleet add fleet runs/ --group web',
      'add all archives below a directory; makes the fleet if it is not there',
    ],
    [
      'hostspec fleet report fleet',
      'write one page: what is wrong, what changed on the last day, unusual values, hosts',
    ],
    ['hostspec fleet check fleet', 'what is wrong, and with which hosts'],
    ['hostspec fleet check fleet --since yesterday', 'only what was not wrong then'],
    ["hostspec fleet hosts fleet --where 'disk > 90'", 'the hosts with a full disk'],
    ['hostspec fleet changes fleet --since yesterday', 'what changed since then, by spec'],
    ['hostspec fleet outliers fleet --spec sysctl', 'values that few hosts of a group have'],
    ["hostspec fleet query fleet 'SELECT name, last_day FROM hosts'", 'answer a question in SQL'],
    ['hostspec fleet schema fleet', 'print the statements that define these tables, for your own DuckDB'],
    ['hostspec fleet schema fleet --dialect clickhouse', 'the same for ClickHouse'],
    ['hostspec fleet compact fleet --keep 90d', 'sort what was added into its days, and drop old days'],
    ['hostspec fleet verify fleet', 'check every file'],
    ['hostspec fleet forget fleet web01', 'remove a host'],
  ],
  notes:
    'Exit status: 0 done; 1 add: some archives were refused, by name, and the others are in, or a run has none; verify: a file is damaged; check: errors or warnings were found; 2 invalid command line; 4 check: none was found, but some could not be decided.',
  run: async (values, [word = '', named = '', ...words], io) => {
    const action = actions.find((each) => each === word);
    if (action === undefined) {
      const { didYouMean } = await import('@hostspec/spec');
      const why = `${JSON.stringify(word)} is not an action of hostspec fleet; ${didYouMean(word, actions)}`;
      throw usageError(why, 'ACTION', word);
    }
    for (const name of Object.keys(values) as (keyof typeof options)[]) {
      const own = actionsIn(options[name].doc);
      if (own.length > 0 && !own.includes(action))
        throw usageError(`--${name} is not for ${action}; allowed with: ${own.join(', ')}`, `--${name}`);
    }
    const { format } = values;
    const directory = resolve(io.cwd, named);
    const { loadFleet } = await import('./load-fleet.js');
    const fleet = await loadFleet(io);
    if (action === 'check') {
      const { checkFleet } = await import('./check-fleet.js');
      return checkFleet(fleet, directory, words, values, io);
    }
    if (format === 'junit' || format === 'sarif')
      throw usageError(
        `--format ${format} is only for check; allowed for answers: table, csv, json or parquet`,
        '--format',
        format,
      );
    if (action !== 'report') return fleet.runFleet(action, directory, words, { ...values, format }, io);
    const { writeFleetPage } = await import('./write-fleet-page.js');
    return writeFleetPage(fleet, directory, words, values, io);
  },
});
