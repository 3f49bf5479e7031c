import { targets } from './targets.mjs';

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
