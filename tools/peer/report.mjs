const indent = (text) => text.replace(/^/gm, '    ');

/** The differences of two archives, spec by spec, grouped by what explains them, and the sums. */
export const compareText = (differences) => {
  const counts = {};
  for (const { kind } of differences) counts[kind] = (counts[kind] ?? 0) + 1;
  return [...grouped(differences.filter(isTold), specText), sum(counts), ''].join('\n');
};

const isTold = ({ kind, explained }) => explained !== undefined || !kind.startsWith('same');

const specText = ({ spec, kind, reason, explained, diff }) =>
  `${spec}: ${kind}${reason ? ` (${reason})` : ''}${diff && !explained ? `\n${indent(diff)}` : ''}`;

/** The results of the parsers for each reading, and each difference in outcome or value between the two archives, once. */
export const checkText = (readings) => {
  const told = new Set();
  const isNew = ({ parser, kind }) => !told.has(`${parser} ${kind}`) && told.add(`${parser} ${kind}`);
  return readings
    .map(({ how, reader, counts, valued, differences }) =>
      [
        `${reader}, ${how}: ours ${sum(counts.ours)}; theirs ${sum(counts.theirs)}; ${valued.length} of the most used ones with a value`,
        ...grouped(differences.filter(isNew), ({ parser, kind, reason }) => `${parser}: ${kind} (${reason})`),
      ].join('\n'),
    )
    .join('\n\n');
};

/** Lines under a heading that says what explains them; what nothing explains comes last. */
const grouped = (differences, text) => {
  const groups = new Map();
  for (const difference of differences) {
    const { explained = 'UNEXPLAINED' } = difference;
    groups.set(explained, [...(groups.get(explained) ?? []), `  ${text(difference)}`]);
  }
  return [...groups]
    .sort(([a], [b]) => (a === 'UNEXPLAINED') - (b === 'UNEXPLAINED'))
    .flatMap(([reason, lines]) => [`${reason}:`, ...lines]);
};

/** What is not explained, a line each. */
export const problemsText = (problems) =>
  problems.length === 0
    ? 'no unexplained difference'
    : [`${problems.length} unexplained:`, ...problems].join('\n');

const sum = (counts) =>
  Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');
