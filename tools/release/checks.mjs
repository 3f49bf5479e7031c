import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { generatedFiles } from '../docs/files.mjs';
import { houseViolations } from '../house/house.mjs';
import { importBuilt, packagesOf } from '../workspace/packages.mjs';
import { catalogDiffs, diffViolations } from './catalog-diff/check.mjs';
import { versionFiles } from './versions.mjs';

/** The reasons why a built workspace cannot be released, in words. */
export const releaseViolations = async (workspace) => {
  const packages = packagesOf(workspace);
  const spec = await importBuilt(packages.find(({ folder }) => folder === 'spec'));
  const domains = packages.filter(({ isDomain }) => isDomain);
  const isSame = (file, text) => existsSync(file) && readFileSync(file, 'utf8') === text;
  return [
    ...versionFiles()
      .filter(({ actual, expected }) => actual !== expected)
      .map(({ file }) => `${relative(workspace, file)} states another version: run npm run release:version`),
    ...[...(await generatedFiles(workspace))]
      .filter(([file, text]) => !isSame(file, text))
      .map(([file]) => `${relative(workspace, file)} is not as generated: run npm run docs`),
    ...Object.entries(houseViolations(workspace)).flatMap(([folder, violations]) =>
      violations.map((violation) => `packages/${folder}: ${violation}`),
    ),
    ...diffViolations(catalogDiffs(workspace, domains, spec)),
  ];
};
