import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { stillWords } from '../test/prepared-host/host.mjs';
import { pythonOf } from '../test/python.mjs';
import { collectOurs, collectTheirs, run, unpack, withPeer } from './collect.mjs';
import { compareArchives, compareParsers, readArchive, readExpected } from './compare.mjs';
import { prepareHost } from './prepared/host.mjs';

const script = fileURLToPath(new URL('parse.py', import.meta.url));

const attempts = 3;

/** The hosts that are compared: this one while nothing else happens on it, and one with nearly all of the catalog. */
const hosts = {
  still: (folder) => {
    const output = join(folder, 'archives');
    mkdirSync(output);
    return { enter: stillWords([output]), output };
  },
  prepared: prepareHost,
};

/**
 * Collects a host with both collectors, one right after the other, and compares spec by spec: `ours` as a directory
 * with all its secrets and as a tar.gz, as users get it, and the peer twice, to know what changes by itself. Resolves to `{ folders, tarGz, differences }`.
 */
const collectBoth = async (python, folder, host) => {
  const { enter, output } = await hosts[host](folder);
  const theirs = await collectTheirs(python, join(output, 'theirs'), enter);
  const directory = await collectOurs(join(output, 'ours'), 'directory', enter, '--keep-secrets');
  const tarGz = await collectOurs(join(output, 'ours.tar.gz'), 'tar.gz', enter);
  const again = await collectTheirs(python, join(output, 'again'), enter);
  const unpacked = await unpack(tarGz, join(folder, 'unpacked'));
  const expected = readExpected();
  const [reference, second] = [readArchive(theirs), readArchive(again)];
  const compared = [directory, unpacked].map((path) =>
    compareArchives({ ours: readArchive(path), theirs: reference, again: second, expected }),
  );
  return { theirs, directory, tarGz, unpacked, compared };
};

/**
 * Runs every parser of insights-core over an archive: `{ context, parsers }`, of each parser its `outcome`
 * (ok, skipped, failed), `specs`, `errors`, and a `digest` of its value.
 */
const parse = async (python, archive, { byName = false } = {}) =>
  JSON.parse(await run(python, [script, ...(byName ? ['--by-name'] : []), archive]));

/**
 * Runs every parser over archives of both collectors, read by their metadata and, with `byName`, also by file names, ours from a directory
 * and a tar.gz. Resolves to `{ compared, readings, problems }`, a reading being `{ how, succeeded, differences }`.
 */
const checkBoth = (python, { host, byName: also = true }) =>
  steadily(async (folder) => {
    const { theirs, directory, tarGz, unpacked, compared } = await collectBoth(python, folder, host);
    const readings = [];
    for (const byName of also ? [false, true] : [false]) {
      const reference = await parse(python, theirs, { byName });
      for (const [how, ours, differences] of [
        ['directory', directory, compared[0]],
        ['tar.gz', byName ? unpacked : tarGz, compared[1]],
      ])
        readings.push(reading(how, await parse(python, ours, { byName }), reference, differences));
    }
    const specs = compared.flat().filter(isUnexplained).map(problemOfSpec);
    const parsers = readings.flatMap(({ how, differences }) =>
      differences
        .filter(isUnexplained)
        .map(({ parser, kind, reason }) => `${parser} (${how}): ${kind}: ${reason}`),
    );
    return { compared, readings, problems: [...specs, ...parsers] };
  });

const reading = (how, ours, theirs, differences) => ({
  how: `${how} in ${theirs.context}`,
  succeeded: { ours: countSucceeded(ours), theirs: countSucceeded(theirs) },
  differences: compareParsers({ ours, theirs, differences, expected: readExpected() }),
});

const countSucceeded = ({ parsers }) =>
  Object.values(parsers).filter(({ outcome }) => outcome === 'ok').length;

const isUnexplained = ({ kind, explained }) => !kind.startsWith('same') && explained === undefined;
const problemOfSpec = ({ spec, kind, reason, diff }) =>
  `${spec}: ${kind}: ${reason}${diff ? `\n${diff}` : ''}`;
const subject = (problem) => problem.slice(0, problem.indexOf(':'));

/** Repeats a comparison while it finds problems: a problem that does not recur came from a change on the host. */
const steadily = async (compare) => {
  let result;
  let lasting;
  for (let attempt = 0; attempt < attempts && lasting?.size !== 0; attempt++) {
    const folder = mkdtempSync(join(tmpdir(), 'peer-'));
    try {
      result = await compare(folder);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    const found = new Set(result.problems.map(subject));
    lasting = new Set([...found].filter((name) => lasting?.has(name) ?? true));
  }
  return {
    ...result,
    problems: [...new Set(result.problems)].filter((problem) => lasting.has(subject(problem))),
  };
};

/** Checks that nothing differs without a reason, that nearly all that was compared is the same, and that our parsers succeed as theirs do. */
const expectSame = async (options, { share, least }) => {
  const { readings, compared, problems } = await checkBoth(pythonOf('peer'), options);
  expect(problems).toEqual([]);
  for (const differences of compared)
    expect(
      differences.filter(({ kind }) => kind.startsWith('same')).length / differences.length,
    ).toBeGreaterThan(share);
  for (const { succeeded } of readings) {
    expect(succeeded.ours / succeeded.theirs).toBeGreaterThan(share);
    expect(succeeded.theirs).toBeGreaterThan(least);
  }
};

withPeer(
  'insights-core reads our archives of this host as its own',
  // The other host shows what file names alone make of an archive. If another process writes to /tmp meanwhile, du prints something else or fails.
  () => expectSame({ host: 'still', byName: false }, { share: 0.6, least: 10 }),
);

withPeer('insights-core reads our archives of a host with nearly all of the catalog as its own', () =>
  expectSame({ host: 'prepared' }, { share: 0.9, least: 250 }),
);
