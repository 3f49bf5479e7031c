import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourcesOf } from './sources.mjs';

const ofEach = ['CHANGELOG.md', 'src/index.ts'];
const ofDomain = ['fixtures', 'specs.json', 'src/specs.ts', 'src/contract.test.ts'];

/** Files and folders that a package lacks. */
export const fileViolations = ({ path, isDomain }) =>
  [...ofEach, ...(isDomain ? ofDomain : [])]
    .filter((name) => !existsSync(join(path, name)))
    .map((name) => `has no ${name}`);

/** Headings that a README lacks. */
export const readmeViolations = ({ path, manifest, isDomain }) => {
  const headings = readFileSync(join(path, 'README.md'), 'utf8').match(/^##? .*$/gm) ?? [];
  const wanted = [`# ${manifest.name}`, '## Install', '## Use', '## License'];
  return [...wanted, ...(isDomain ? ['## Specs'] : [])]
    .filter((heading) => !headings.includes(heading))
    .map((heading) => `README.md has no ${heading}`);
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
