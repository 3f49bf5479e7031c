/** What is wanted of a fleet of any size: how it is called, the limit and its unit. Seconds are by the clock. */
const fleetLimits = {
  firstDay: ['first day of a host', 18, ' kB'],
  laterDay: ['a further idle day of a host', 3, ' kB'],
  factCold: ['one fact of the latest day, first', 0.5, ' s'],
  factWarm: ['the same, again', 0.1, ' s'],
  changes: ['changes since yesterday', 1, ' s'],
  history: ['one host over all days', 0.5, ' s'],
  pageMemory: ['memory of the page', 1000, ' MB'],
  pageSize: ['the page', 5, ' MB'],
  pageReady: ['the page is usable after', 1, ' s'],
  addMemory: ['memory of fleet add', 300, ' MB'],
};

/** Rows as a table, the first column to the left. */
export const table = (rows) => {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows
    .map((row) =>
      row
        .map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i])))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};

const times = ({ ratio, spread: [low, high] }) =>
  `${ratio.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`;

/** The results of a scenario. */
export const scenarioText = (name, { programs, files, rounds, jobs, runners }) =>
  `(${name}) ${programs} programs, ${files} files, ${jobs} at once, ${rounds} rounds\n${table([
    ['', 'wall s', '× floor', 'CPU s', '× floor', 'peak MB', 'processes', 'failed'],
    ...Object.entries(runners).map(([runner, { wall, cpu, peak, processes, failed }]) => [
      runner,
      wall.median.toFixed(3),
      times(wall),
      cpu.median.toFixed(3),
      times(cpu),
      (peak.median / 1e6).toFixed(0),
      String(processes.median),
      String(failed),
    ]),
  ])}`;

/** The results of a microbenchmark: `{ unit, base, entries }`. */
export const microText = (name, { unit, base, entries }) =>
  `${name}, ${unit}\n${table([
    ['', 'median', `× ${base}`, 'peak MB'],
    ...Object.entries(entries).map(([entry, value]) => [
      entry,
      String(value.median),
      times(value),
      value.peak === undefined ? '' : (value.peak / 1e6).toFixed(0),
    ]),
  ])}`;

/** Every target, what was measured, and whether that is enough. */
export const targetText = (results) =>
  table([
    ['target', 'wanted', 'measured', 'met'],
    ...targets(results).map(({ what, wanted, measured, met }) => [
      what,
      wanted,
      measured,
      met ? 'yes' : 'no',
    ]),
  ]);

const wall = (results, scenario, runner) => results.scenarios[scenario]?.runners[runner]?.wall;
const peaks = (results, runner) =>
  Object.entries(results.scenarios).flatMap(([name, { runners }]) =>
    name !== 'i' && runners[runner] ? [runners[runner].peak.median] : [],
  );

/** The targets that the results cover: `{ what, wanted, measured, met }`. */
export const targets = (results) => {
  const found = [];
  const add =
    (sign, isMet) =>
    (what, limit, value, unit = '×') => {
      if (value === undefined || Number.isNaN(value)) return;
      const measured = `${value.toFixed(2)}${unit}`;
      found.push({ what, wanted: `${sign} ${limit}${unit}`, measured, met: isMet(value, limit) });
    };
  const atMost = add('≤', (value, limit) => value <= limit);
  const atLeast = add('≥', (value, limit) => value >= limit);
  const faster = (scenario, peer) => {
    const [own, other] = [wall(results, scenario, 'hostspec'), wall(results, scenario, peer)];
    return own && other && other.ratio / own.ratio;
  };
  atMost('(a) of the floor', 1.2, wall(results, 'a', 'hostspec')?.ratio);
  atLeast('(a) as fast as insights-core', 2.1, faster('a', 'insights-core'));
  const [mapped, kept] = ['hostspec, mapped', 'hostspec, secrets kept'].map((name) =>
    wall(results, 'a', name),
  );
  if (mapped && kept)
    atMost('(a) with secrets masked and identity mapped, to neither', 1.15, mapped.ratio / kept.ratio);
  atMost('(b) of the floor', 4.5, wall(results, 'b', 'hostspec')?.ratio);
  atLeast('(b) as fast as insights-core', 3, faster('b', 'insights-core'));
  const all = [...peaks(results, 'hostspec'), ...peaks(results, 'hostspec, tar.gz')];
  if (all.length > 0) atMost('peak memory of all but (i)', 80, Math.max(...all) / 1e6, ' MB');
  const [small, large] = ['c10', 'c'].map((name) => results.scenarios[name]?.runners['hostspec, tar.gz']);
  if (small && large)
    atMost('peak memory, 2 GB of logs to 10 MB', 1.1, large.peak.median / small.peak.median);
  const [b, d] = ['b', 'd'].map((name) => wall(results, name, 'hostspec')?.median);
  if (b && d) {
    const files = results.scenarios.d.files / results.scenarios.b.files;
    atMost(`time for ${files.toFixed(1)}× the files`, Number((1.1 * files).toFixed(1)), d / b);
  }
  atMost('hostspec --help of node -e 0', 2, results.micro['start-up']?.entries['hostspec --help']?.ratio);
  atMost('(i) of the floor', 1.5, wall(results, 'i', 'hostspec')?.ratio);
  const peak = results.scenarios.i?.runners.hostspec?.peak.median;
  if (peak) atMost('(i) peak memory', 100, peak / 1e6, ' MB');
  const ssh = results.micro['over-ssh']?.entries;
  if (ssh) {
    atMost('(b) over ssh, 50 ms away, of on the host', 1.5, ssh['over ssh'].ratio);
    atMost('the same, if ssh keeps the login', 1.5, ssh['over ssh, kept login']?.ratio);
    const seconds = (name) => ssh[name].median / 1000;
    atMost('(b) over ssh, first, more than that', 2, seconds('over ssh, first') - seconds('over ssh'), ' s');
  }
  for (const [size, figures] of Object.entries(results.fleets ?? {})) {
    for (const [name, [what, limit, unit]] of Object.entries(fleetLimits))
      atMost(`fleet ${size}: ${what}`, limit, figures[name], unit);
    atLeast(`fleet ${size}: archives added for a second`, 60, figures.added, '');
    atLeast(`fleet ${size}: unchanged bytes`, 98, figures.unchanged, ' %');
  }
  return found;
};
