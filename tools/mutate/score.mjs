const longest = 160;

const inOneLine = (text) => {
  const line = text.trim().replace(/\s+/g, ' ');
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
};

const offsets = (source) => {
  const starts = [0];
  for (const { index } of source.matchAll(/\n/g)) starts.push(index + 1);
  return ({ line, column }) => starts[line - 1] + column - 1;
};

/**
 * The mutants of results in lines of JSON: `{ file, at, line, change, status }`. `line` is the text of the line where the
 * mutant begins, `at` its number, `change` is `before → after`, and `status` is `caught`, `survived` or `uncovered`.
 * `sourceOf` gives the text of a file. A last line that was cut short is left out.
 */
export const mutantsOf = (results, sourceOf) =>
  results
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
    .filter(({ status }) => status in statuses)
    .map(({ file, location: { start, end }, replacement, status }) => {
      const source = sourceOf(file);
      const offset = offsets(source);
      return {
        file,
        at: start.line,
        line: inOneLine(source.split('\n')[start.line - 1]),
        change: `${inOneLine(source.slice(offset(start), offset(end)))} → ${inOneLine(replacement)}`,
        status: statuses[status],
      };
    });

/**
 * Those of a run's files whose chosen mutants were all tested: `{ whole, sampled }`. `whole` lists those of which all mutants
 * were chosen, `sampled` says how many mutants the others have, `{ [file]: all }`. A file without mutants counts as whole if
 * the run ended.
 */
export const testedFiles = (files, results, ended) => {
  const lines = results
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
  const counts = lines.find((line) => line.counts)?.counts ?? {};
  const testedOf = (file) => lines.filter((line) => line.file === file).length;
  const isSample = (file) => counts[file] !== undefined && counts[file].chosen < counts[file].all;
  const done = files.filter((file) => testedOf(file) === (counts[file]?.chosen ?? (ended ? 0 : undefined)));
  return {
    whole: done.filter((file) => !isSample(file)),
    sampled: Object.fromEntries(done.filter(isSample).map((file) => [file, counts[file].all])),
  };
};

const statuses = { Killed: 'caught', Timeout: 'caught', Survived: 'survived', NoCoverage: 'uncovered' };

/** What a mutant and its entry in a list of survivors have in common. */
const keyOf = ({ file, line, change }) => [file, line, change].join('\n');

/** The entries of a list of survivors, `[{ reason, mutants: [{ file, line, change }] }]`, by key. */
export const listed = (list) =>
  new Map(
    list.flatMap(({ reason, mutants }) => mutants.map((mutant) => [keyOf(mutant), { ...mutant, reason }])),
  );

/**
 * The score of mutants: `{ mutants, caught, listed, percent, survivors }`. `survivors` are those without a reason. If the
 * mutants are those of a change, survivors with a reason do not count; in a package's score they do.
 */
export const scoreOf = (mutants, entries, { isChange = false } = {}) => {
  const caught = mutants.filter(({ status }) => status === 'caught').length;
  const survivors = mutants.filter(({ status }) => status !== 'caught');
  const without = survivors.filter((mutant) => !entries.has(keyOf(mutant)));
  const reasons = survivors.length - without.length;
  const all = mutants.length - (isChange ? reasons : 0);
  const percent = all === 0 ? 100 : (100 * caught) / all;
  return { mutants: mutants.length, caught, listed: reasons, percent, survivors: without };
};

/** What is wrong with a list, after all mutants of `files` were tested: entries that are caught now, or that are gone. */
export const staleOf = (mutants, entries, files) => {
  const found = new Map(mutants.map((mutant) => [keyOf(mutant), mutant]));
  const alive = new Set(mutants.filter(({ status }) => status !== 'caught').map(keyOf));
  return [...entries]
    .filter(([key, { file }]) => files.includes(file) && !alive.has(key))
    .map(([key, { file, line, change }]) => {
      const says = found.has(key) ? 'is caught now' : 'does not exist any more';
      return `${file}: «${line}»: ${change} ${says}; remove it from the list of survivors`;
    });
};
