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

/** Violations of the rules for package.json. */
export const manifestViolations = (each) => {
  const { manifest } = each;
  const violations = differences(manifest, commonManifest(each));
  const { sideEffects } = manifest;
  if (sideEffects !== false && !sideEffects?.every?.((file) => file.startsWith('./dist/')))
    violations.push(`sideEffects is ${JSON.stringify(sideEffects)}; allowed: false, or files of dist`);
  return [...violations, ...exportViolations(each)];
};

const exportViolations = ({ path, manifest, isDomain }) => {
  const violations = [];
  const data = [
    ...(isDomain ? ['specs.json'] : []),
    ...(existsSync(join(path, 'findings.yaml')) ? ['findings.json'] : []),
  ];
  const { exports = {}, files = [] } = manifest;
  for (const [name, target] of Object.entries(exports)) {
    // What an old Node must find too: it does not know exports, only paths.
    if (/\.(json|cjs)$/.test(name)) {
      if (target !== name) violations.push(`exports ${name} is ${target}; allowed: ${name}`);
      continue;
    }
    const at = name === '.' ? './dist/index' : String(target.default).replace(/\.js$/, '');
    if (!at.startsWith('./dist/') || !isDeepStrictEqual(target, { types: `${at}.d.ts`, default: `${at}.js` }))
      violations.push(`exports ${name} is ${JSON.stringify(target)}; allowed: types and default of ${at}`);
  }
  for (const name of ['.', './package.json', ...data.map((name) => `./${name}`)])
    if (!(name in exports)) violations.push(`exports has no ${name}`);
  for (const name of ['dist', '!dist/.tsbuildinfo', ...data])
    if (!files.includes(name)) violations.push(`files has no ${name}`);
  return violations;
};
