import { scoreOf, staleOf } from './score.mjs';

/**
 * The results of tested runs, one for each package: `{ folder, score, stale, samples, threshold, passed }`. `samples` is the
 * number of files of which only a sample of mutants was tested. If they are those of a
 * change, only its lines were tested, so nothing can be said about the other entries of a list of survivors.
 */
export const resultsOf = (tested, { survivorsOf, thresholdOf, isChange }) => {
  const packages = new Map(tested.map(({ each }) => [each.folder, each]));
  return [...packages.values()].map((each) => {
    const { folder } = each;
    const runs = tested.filter((run) => run.each.folder === folder);
    const mutants = runs.flatMap((run) => run.mutants);
    const entries = survivorsOf(folder);
    const files = runs.flatMap((run) => run.files);
    const score = scoreOf(mutants, entries, { isChange });
    const stale = isChange ? [] : staleOf(mutants, entries, files);
    const threshold = thresholdOf(each) ?? 0;
    const samples = runs.flatMap(({ sampled = {} }) => Object.keys(sampled)).length;
    return {
      folder,
      score,
      stale,
      samples,
      threshold,
      passed: score.percent >= threshold && stale.length === 0,
    };
  });
};

const survivorText = ({ at, file, line, change, status }) =>
  `  ${file}:${at}: ${line}\n    ${change}${status === 'uncovered' ? ' (no test comes here)' : ''}`;

const rowText = ({ folder, score, stale, samples, threshold }) => {
  const { mutants, caught, percent, listed, survivors } = score;
  // Rounded down, so that the number is never above a threshold that was missed.
  const shown = Math.floor(percent * 10) / 10;
  const verdict = percent >= threshold ? '' : `; at least ${threshold} % is needed`;
  const part = samples > 0 ? ` (only a sample of ${samples} files)` : '';
  return [
    `${folder}: ${caught} of ${mutants} mutants caught${part}, ${shown} %${verdict}; survivors: ${listed} with a reason, ${survivors.length} without`,
    ...stale.map((text) => `  tools/mutate/survivors/${folder}.json: ${text}`),
  ].join('\n');
};

/** What a run of the command prints: the survivors without a reason, a row for each package, and the sum of packages. */
export const textOf = (results, left) => {
  const without = results.filter(({ score }) => score.survivors.length > 0);
  const failed = results.filter(({ passed }) => !passed).length;
  return [
    ...without.map(({ folder, score }) =>
      [`${folder}: survivors without a reason:`, ...score.survivors.map(survivorText)].join('\n'),
    ),
    ...results.map(rowText),
    ...(results.length + left.length === 0 ? ['nothing to mutate'] : []),
    ...left.map((file) => `left out, there was no time: ${file}`),
    `${results.length - failed} passed, ${failed} failed, ${left.length} skipped`,
  ].join('\n');
};
