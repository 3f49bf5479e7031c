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

const ofFloor = ['≤', ' times the floor', ({ hostspec }) => hostspec.wall.ratio];
const asFast = (measure, unit) => [
  '≥',
  ` times as fast as insights-core${unit}`,
  ({ hostspec, 'insights-core': peer }) => peer && peer[measure].ratio / hostspec[measure].ratio,
];
const memory = [
  '≤',
  ' MB of memory',
  ({ hostspec, 'hostspec, tar.gz': packed = hostspec }) =>
    Math.max(hostspec.peak.median, packed.peak.median) / 1e6,
];

/** What is wanted in each scenario: a limit, and whether it is the least or the most, what it limits, and the value in the results of the runners. */
const targets = {
  a: [
    [1.2, ...ofFloor],
    [2.1, ...asFast('wall', '')],
    [80, ...memory],
  ],
  b: [
    [4.5, ...ofFloor],
    [3, ...asFast('wall', '')],
    [2, ...asFast('cpu', ', in processor time')],
    [80, ...memory],
  ],
  c: [[80, ...memory]],
  i: [[1.5, ...ofFloor]],
  start: [
    [2, '≤', ' times node -e 0 for --help', ({ 'hostspec --help': help }) => help.wall.ratio],
    [0.25, '≤', ' s of processor time for one spec', ({ 'one spec': one }) => one.cpu.median],
  ],
  fleet: [
    [300, '≤', ' MB of memory for 100 hosts', ({ '100 hosts': all }) => all.peak.median / 1e6],
    [0.16, '≤', ' s of processor time for each host', ({ '100 hosts': all }) => all.cpu.median / 100],
  ],
};

/** The targets of a scenario whose values were measured, in words. */
export const targetLines = (name, runners) =>
  targets[name].flatMap(([limit, sign, what, valueIn]) => {
    const value = valueIn(runners);
    if (value === undefined) return [];
    const isMet = sign === '≤' ? value <= limit : value >= limit;
    return [`wanted ${sign} ${limit}${what}: ${value.toFixed(2)}${isMet ? '' : ', not met'}`];
  });

/** The results of a scenario: a line about its `work`, a table of its runners, and its targets. */
export const scenarioText = (name, { work, base, rounds, runners }) =>
  [
    `(${name}) ${work}, ${rounds} rounds`,
    table([
      ['', 'wall s', `× ${base}`, 'CPU s', `× ${base}`, 'peak MB', 'processes', 'failed'],
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
    ]),
    ...targetLines(name, runners),
  ].join('\n');
