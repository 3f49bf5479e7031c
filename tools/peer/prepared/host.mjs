import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { prepareHost as prepare } from '../../test/prepared-host/host.mjs';
import { realPath } from '../../test/prepared-host/layer.mjs';
import { answers } from './answers.mjs';
import { files } from './files.mjs';

const everyLine = 'key = value\n# a remark\n';

/**
 * Prepares a host whose programs and files answer what providers, conditions and parsers look for; resolves to the words
 * that run a command there, and the folder whose content stays.
 */
export const prepareHost = async (folder) => {
  const output = join(folder, 'archives');
  mkdirSync(output);
  const known = Object.fromEntries(Object.entries(answers).map(([path, answer]) => [realPath(path), answer]));
  const what = {
    programs: Object.keys(known),
    files: Object.keys(files),
    program: (path) => stub(known[path] ?? {}),
    file: (path) => files[path] ?? everyLine,
  };
  const enter = await prepare(folder, what, [output]);
  return { enter, output };
};

/** A program that prints what is known of its arguments, by the words that they hold, else these and its own name. */
const stub = (known) => {
  const cases = Object.entries(known).map(
    ([args, output]) => `${args.split('…').map(quote).join('*')}) printf %s ${quote(output)}; exit;;`,
  );
  return `#!/bin/sh\ncase "$*" in\n${cases.join('\n')}\nesac\nprintf '%s\\n' "$0" "$@"\n`;
};

const quote = (text) => (text === '' ? "''" : `'${text.replaceAll("'", `'\\''`)}'`);
