import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { emptyPlace, replaceGenerated, table } from './sections.mjs';

/**
 * The pages of the commands below `folder`, path to text: one for each with its help, and one that lists them. `print`
 * resolves to what the command prints for these arguments. What a page says besides its help is kept.
 */
export const commandPages = async (folder, print) => {
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
