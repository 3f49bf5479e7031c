import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDocument, snippetsOf } from '../docs/snippets.mjs';
import { root } from '../workspace/root.mjs';

const guide = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');

/** A section of CONTRIBUTING.md by its heading. @throws Error if there is none. */
const section = (heading) => {
  const found = guide.split(/^## /m).find((text) => text.startsWith(`${heading}\n`));
  if (found === undefined) throw new Error(`CONTRIBUTING.md has no section ${heading}`);
  return found;
};

/** The files that a section of CONTRIBUTING.md says will change, as a function that returns whether a path is one of them. */
export const namedFiles = (heading, domain) => {
  const named = [...section(heading).matchAll(/^ {4}(\S*[/.]\S*)/gm)].map(([, path]) =>
    path.replaceAll('DOMAIN', domain),
  );
  return (path) =>
    named.some((name) => {
      if (name.endsWith('/')) return path.startsWith(name);
      const [before, after] = name.split('*');
      return after === undefined ? path === name : path.startsWith(before) && path.endsWith(after);
    });
};

/** The spec that CONTRIBUTING.md adds: its name and its line. */
export const exampleSpec = () => {
  const [, line, name] = /^ +((\w+): simpleFile\(.*\),)$/m.exec(section('Add a spec'));
  return { name, line };
};

/** The name of the domain that CONTRIBUTING.md adds. */
export const exampleDomain = () => /npm run new:domain (\S+)/.exec(section('Add a domain'))[1];

const providers = snippetsOf(readDocument(join(root, 'packages/docs/PROVIDERS.md')));

/** A file of the worked example in PROVIDERS.md. */
export const exampleFile = (name) => providers.find((snippet) => snippet.name === name).code;
