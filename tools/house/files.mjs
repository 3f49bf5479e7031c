import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourcesOf } from './sources.mjs';

const every = ['README.md', 'CHANGELOG.md', 'package.json', 'src'];
const made = ['dist', 'node_modules', '.turbo', '.reports'];
const domain = {
  top: ['fixtures', 'specs.json'],
  may: ['findings.yaml'],
  src: ['index.ts', 'specs.ts', 'contract.test.ts'],
};
const others = ['fixtures', 'bin', 'examples'];
// The program of the runner is not TypeScript.
const own = { '@hostspec/runner': ['build.mjs', 'go', 'npm'] };

const sections = ['## Install', '## Use', '## License'];

/** What a folder lacks, and what it has beside what is allowed. */
export const folderViolations = (path, required, allowed) => {
  const present = readdirSync(path).filter((name) => !made.includes(name));
  return [
    ...required.filter((name) => !present.includes(name)).map((name) => `has no ${name}`),
    ...present
      .filter((name) => !allowed.includes(name))
      .map((name) => `has ${name}; allowed: ${allowed.join(', ')}`),
  ];
};

/** Files and folders that a package lacks, or has in addition to those of all packages. */
export const fileViolations = ({ path, manifest, isDomain }) => {
  const required = [...every, ...(isDomain ? domain.top : [])];
  const allowed = [
    ...required,
    ...(isDomain ? domain.may : others),
    ...(own[manifest.name] ?? []),
    ...manifest.files,
  ];
  return [
    ...folderViolations(path, required, allowed),
    ...(isDomain ? domain.src : ['index.ts'])
      .filter((name) => !existsSync(join(path, 'src', name)))
      .map((name) => `has no src/${name}`),
  ];
};

/** A changelog that does not start with the version of its package. */
export const changelogViolations = ({ path, manifest }) => {
  const [, version] = /^# .*\n\n## (\S+)\n\n\S/.exec(readFileSync(join(path, 'CHANGELOG.md'), 'utf8')) ?? [];
  return version === manifest.version
    ? []
    : [`CHANGELOG.md starts with ${version ?? 'no version'}; allowed: ${manifest.version}, and what it is`];
};

/** Parts of a README that are missing. */
export const readmeViolations = ({ path, manifest, isDomain }) => {
  const text = readFileSync(join(path, 'README.md'), 'utf8');
  const headings = text.match(/^##? .*$/gm) ?? [];
  const wanted = [`# ${manifest.name}`, ...sections, ...(isDomain ? ['## Specs'] : [])];
  const install = new RegExp(`^npm install (?:.* )?${manifest.name}(?:[ \\n]|$)`, 'm');
  return [
    ...wanted
      .filter((heading) => !headings.includes(heading))
      .map((heading) => `README.md has no ${heading}`),
    ...(install.test(text) ? [] : [`README.md does not say npm install … ${manifest.name}`]),
  ];
};

/** Exported functions and types that no comment explains. */
export const sourceViolations = (each) =>
  sourcesOf(each)
    .filter(({ isTest }) => !isTest)
    .flatMap(({ file, text }) => commentViolations(file, text));

const commentViolations = (file, text) => {
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    const [, kind, name] =
      /^export (?:async )?(function\*?|class|interface|type|const) (\w+)/.exec(line) ?? [];
    if (name === undefined || (kind === 'const' && file.endsWith('/command.ts'))) return [];
    const before = lines[index - 1] ?? '';
    // An overload follows another one.
    if (before.trimEnd().endsWith('*/') || before.startsWith('export function')) return [];
    return [`${file} exports ${name} without a comment that says what it is`];
  });
};
