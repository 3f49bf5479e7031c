import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packagesOf, programsOf } from '../workspace/packages.mjs';
import { changelogViolations, fileViolations, readmeViolations, sourceViolations } from './files.mjs';
import { versionViolations } from './imports.mjs';
import { manifestViolations } from './manifest.mjs';
import { programViolations } from './programs.mjs';

/** Violations of the house rules in each package of a workspace, by folder; those of several packages as `''`. */
export const houseViolations = (workspace) => {
  const packages = packagesOf(workspace);
  const own = JSON.parse(readFileSync(join(workspace, 'package.json'), 'utf8'));
  const checks = [
    fileViolations,
    changelogViolations,
    readmeViolations,
    sourceViolations,
    manifestViolations,
  ];
  return {
    ...Object.fromEntries(
      packages.map((each) => [each.folder, checks.flatMap((check) => check(each, packages))]),
    ),
    ...programHouse(workspace, packages),
    '': versionViolations(packages, own),
  };
};

/** Violations of the packages that hold only a program of the runner. */
const programHouse = (workspace, packages) => {
  const runner = packages.find(({ folder }) => folder === 'runner');
  return Object.fromEntries(
    programsOf(workspace).map((each) => [
      each.folder,
      [...programViolations(each, runner), ...changelogViolations(each)],
    ]),
  );
};
