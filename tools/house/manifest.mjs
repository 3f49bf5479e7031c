import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

/** The home page of the project. */
export const home = 'https://github.com/hostspec/hostspec';

/** The parts of package.json that every package has in the same form, by its folder. */
export const commonManifest = ({ folder }) => ({
  name: folder === 'hostspec' ? folder : `@hostspec/${folder}`,
  homepage: `${home}/tree/main/packages/${folder}#readme`,
  bugs: `${home}/issues`,
  repository: { type: 'git', url: `git+${home}.git`, directory: `packages/${folder}` },
  license: 'Apache-2.0',
  type: 'module',
  scripts: {
    test: 'vitest run --config ../../tools/test/vitest.config.mjs',
  },
  engines: { node: '^20.19.0 || ^22.12.0 || >=23.2.0' },
  publishConfig: { access: 'public' },
});

/** The values of a manifest that are not those wanted, in words. */
export const differences = (manifest, wanted) =>
  Object.entries(wanted)
    .filter(([key, value]) => !isDeepStrictEqual(manifest[key], value))
    .map(([key, value]) => `${key} is ${JSON.stringify(manifest[key])}; allowed: ${JSON.stringify(value)}`);

/** Violations of the rules for package.json. What it exports is checked where packages are packed. */
export const manifestViolations = (each) => {
  const { path, manifest } = each;
  const { sideEffects, exports } = manifest;
  const violations = differences(manifest, commonManifest(each));
  if (sideEffects !== false && !sideEffects?.every?.((file) => file.startsWith('./dist/')))
    violations.push(`sideEffects is ${JSON.stringify(sideEffects)}; allowed: false, or files of dist`);
  if (existsSync(join(path, 'findings.yaml')) && !('./findings.json' in exports))
    violations.push('exports has no ./findings.json');
  return violations;
};
