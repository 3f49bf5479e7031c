import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The licences of the packages from elsewhere whose files are among the inputs of a bundle. */
export function notices(inputs, directory) {
  const folders = new Set(
    inputs.flatMap((input) => {
      const found = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(resolve(directory, input));
      return found ? [found[1]] : [];
    }),
  );
  const texts = [...folders].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
    const text =
      file && existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8').trim() : '';
    return `${name} ${version} (${license})\n\n${text}\n`;
  });
  return `This package carries code of the following packages.\n\n${[...new Set(texts)].sort().join(`\n${'-'.repeat(72)}\n\n`)}`;
}
