import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findingsIn } from '../build/findings.mjs';
import { builtCommand, importBuilt, packagesOf, slicesOf } from '../workspace/packages.mjs';
import { root } from '../workspace/root.mjs';
import { domainSections } from './domain.mjs';
import { configurationReference, domainOverview, linuxOverview } from './overview.mjs';
import { code, emptyPlace, replaceGenerated, table } from './sections.mjs';

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
    files.set(join(path, 'specs.json'), entriesText(data));
    generate(join(path, 'README.md'), domainSections(data, spec));
  }
  const packages = join(workspace, 'packages');
  const findings = domains
    .map(({ folder, path }) => [folder, join(path, 'findings.yaml')])
    .filter(([, file]) => existsSync(file));
  generate(join(packages, 'docs', 'FINDINGS.md'), findingsOverview(findings));
  const specified = domains.filter(({ isOnlyLinux }) => !isOnlyLinux);
  generate(join(packages, 'default-specs', 'README.md'), domainOverview(specified));
  generate(join(packages, 'linux-specs', 'README.md'), linuxOverview(domains, spec.specsOfData));
  generate(join(packages, 'docs', 'CONFIGURATION.md'), configurationReference(domains, spec.settingKind));
  const print = await builtCommand(workspace);
  for (const [file, text] of await commandPages(join(packages, 'docs', 'commands'), print))
    files.set(file, text);
  generate(
    join(packages, 'docs', 'FACTS.md'),
    factsOverview(JSON.parse(await print('facts', '--list', '--json'))),
  );
  return files;
};

/** Those of the generated files whose text is not what is on disk. */
export const changedFiles = async () =>
  [...(await generatedFiles())].filter(
    ([file, text]) => !existsSync(file) || readFileSync(file, 'utf8') !== text,
  );

/** Data as JSON that changes by a line when a spec does: an object is on one line if any of its values is neither an object nor a list. */
const entriesText = (data) => {
  const isPart = (value) =>
    Object.keys(value).length === 0 || Object.values(value).some((each) => typeof each !== 'object');
  const textOf = (value, space) => (isPart(value) ? JSON.stringify(value) : linesOf(value, space));
  const linesOf = (value, space) => {
    const entries = Object.entries(value).map(
      ([key, each]) => `${space}  ${JSON.stringify(key)}: ${textOf(each, `${space}  `)}`,
    );
    return `{\n${entries.join(',\n')}\n${space}}`;
  };
  return `${linesOf(data, '')}\n`;
};

/** A section for each table of facts, with its columns, from what `hostspec facts --list --json` prints. */
const factsOverview = (tables) =>
  tables
    .map(({ name, doc, columns }) => {
      const rows = columns.map((column) => [code(column.name), column.type, column.unit ?? '', column.doc]);
      return `## ${name}\n\n${doc}.\n\n${table(['Column', 'Type', 'Unit', 'What it says'], rows)}`;
    })
    .join('\n\n');

/** A table of the findings in the files of domains, `[domain, file]`: id with its source, severity, and what it says. */
const findingsOverview = (files) =>
  table(
    ['Finding', 'Severity', 'What it says'],
    files.flatMap(([domain, file]) =>
      Object.entries(findingsIn(file)).map(([name, { link, severity, title }]) => [
        `[${domain}/${name}](${link})`,
        severity,
        code(title),
      ]),
    ),
  );

/**
 * The pages of the commands below `folder`, path to text: one for each with its help, and one that lists them. `print`
 * resolves to what the command prints for these arguments. What a page says besides its help is kept.
 */
const commandPages = async (folder, print) => {
  const pages = new Map();
  const generate = (name, title, generated) => {
    const file = join(folder, `${name}.md`);
    const text = existsSync(file) ? readFileSync(file, 'utf8') : `# ${title}\n\n${emptyPlace}\n`;
    pages.set(file, replaceGenerated(file, text, generated));
  };
  const overview = await print('--help');
  const names = [...overview.matchAll(/^ {2}([a-z][a-z-]*(?: [a-z-]+)?) {2,}\S/gm)].map(([, name]) => name);
  const fileOf = (name) => name.replaceAll(' ', '-');
  for (const name of names)
    generate(fileOf(name), `hostspec ${name}`, block(await print(...name.split(' '), '--help=all')));
  const links = names.map((name) => `[${name}](${fileOf(name)}.md)`).join(', ');
  const statuses = table(['Exit status', 'Meaning'], exitStatuses(await print('man')));
  generate('README', 'The command', `${block(overview)}\n\n${links}\n\n${statuses}`);
  return pages;
};

const block = (text) => `\`\`\`text\n${text.trimEnd()}\n\`\`\``;

/** The rows of the manual page's exit statuses. */
const exitStatuses = (page) => {
  const [, section] = /^\.SH "EXIT STATUS"\n([\s\S]*?)^\.SH /m.exec(page);
  const plain = (text) => text.replaceAll('\\-', '-').replaceAll('\\(aq', "'");
  return [...section.matchAll(/^\.TP\n\\fB(.*)\\fR\n(.*)$/gm)].map((row) => row.slice(1).map(plain));
};
