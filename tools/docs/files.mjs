import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importBuilt, packagesOf, slicesOf } from '../workspace/packages.mjs';
import { root } from '../workspace/root.mjs';
import { commandPages } from './commands.mjs';
import { domainSections } from './domain.mjs';
import { factsOverview } from './facts.mjs';
import { findingsOverview, findingsText } from './findings.mjs';
import { configurationReference, domainOverview, linuxOverview } from './overview.mjs';
import { replaceGenerated } from './sections.mjs';

/** Every file that is generated from the built slices of a workspace, wholly or in part: path to text. */
export const generatedFiles = async (workspace = root) => {
  const spec = await importBuilt(packagesOf(workspace).find(({ folder }) => folder === 'spec'));
  const domains = (await slicesOf(workspace)).map((domain) => {
    const data = spec.sliceData(domain.slice, domain.variants);
    return { ...domain, data, variantSpecs: spec.specsOfData(data, 'a') };
  });
  const files = new Map();
  const generate = (file, generated) =>
    files.set(file, replaceGenerated(file, readFileSync(file, 'utf8'), generated));
  for (const { path, data } of domains) {
    files.set(join(path, 'specs.json'), `${JSON.stringify(data, undefined, 2)}\n`);
    generate(join(path, 'README.md'), domainSections(data, spec));
  }
  const packages = join(workspace, 'packages');
  const findings = domains
    .map(({ folder, path }) => [folder, join(path, 'findings.yaml')])
    .filter(([, file]) => existsSync(file));
  for (const [folder, file] of findings)
    files.set(join(packages, folder, 'findings.json'), findingsText(file));
  generate(join(packages, 'docs', 'FINDINGS.md'), findingsOverview(findings));
  const specified = domains.filter(({ isOnlyLinux }) => !isOnlyLinux);
  generate(join(packages, 'default-specs', 'README.md'), domainOverview(specified));
  generate(join(packages, 'linux-specs', 'README.md'), linuxOverview(domains, spec.specsOfData));
  generate(join(packages, 'docs', 'CONFIGURATION.md'), configurationReference(domains, spec.settingKind));
  const print = await command(workspace);
  for (const [file, text] of await commandPages(join(packages, 'docs', 'commands'), print))
    files.set(file, text);
  generate(
    join(packages, 'docs', 'FACTS.md'),
    factsOverview(JSON.parse(await print('facts', '--list', '--json'))),
  );
  // npm installs the manual page of the package that a user names only.
  const page = await print('man');
  for (const folder of ['cli', 'hostspec']) files.set(join(packages, folder, 'man', 'hostspec.1'), page);
  return files;
};

/** The built command, as a function that resolves to what it prints for its arguments. */
const command = async (workspace) => {
  const { run } = await importBuilt(packagesOf(workspace).find(({ folder }) => folder === 'cli'));
  return async (...args) => {
    let printed = '';
    const write = (text) => (printed += text);
    await run(args, { out: { write }, err: { write }, env: {}, cwd: '/' });
    return printed;
  };
};
