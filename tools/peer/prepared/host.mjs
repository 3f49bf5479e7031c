import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import glob from 'fast-glob';
import { parse } from 'yaml';
import { splitWords } from '../../../packages/spec/dist/index.js';
import { prepareHost as prepare, realPath } from '../../test/prepared-host/host.mjs';
import { root } from '../../workspace/root.mjs';

const everyLine = 'key = value\n# a remark\n';
const read = (file) => parse(readFileSync(file, 'utf8'));

const wordsOf = (line) => {
  const [program, ...args] = splitWords(line);
  return [program, args.join(' ')];
};

/**
 * What host.yaml and, after it, the hosts with RHEL among the fixtures of all domains have: `files`, content by path, and
 * `commands`, each a program, its arguments joined by blanks, and what it prints.
 */
const known = () => {
  const own = read(new URL('host.yaml', import.meta.url));
  const hosts = glob
    .sync('packages/*/fixtures/hosts/rhel-9.yaml', { cwd: root, absolute: true })
    .sort()
    .map(read);
  const entries = (key) => hosts.flatMap((host) => Object.entries(host[key] ?? {}));
  // A layer over the host has only files with content.
  const files = entries('files').filter(([, content]) => typeof content === 'string');
  return {
    commands: [
      ...Object.entries(own.commands).map(([line, printed]) => [
        ...line.match(/^(\S+) ?(.*)$/).slice(1),
        printed,
      ]),
      ...entries('commands').map(([line, printed]) => [...wordsOf(line), printed]),
    ],
    files: { ...Object.fromEntries(files), ...own.files },
  };
};

/**
 * Prepares a host whose programs and files answer what providers, conditions and parsers look for; resolves to the words
 * that run a command there, and the folder whose content stays.
 */
export const prepareHost = async (folder) => {
  const output = join(folder, 'archives');
  mkdirSync(output);
  const { commands, files } = known();
  const answersOf = (path) => commands.filter(([program]) => realPath(program) === path);
  const what = {
    programs: commands.map(([program]) => program),
    files: Object.keys(files),
    program: (path) => stub(answersOf(path)),
    file: (path) => files[path] ?? everyLine,
  };
  const enter = await prepare(folder, what, [output]);
  return { enter, output };
};

/** A program that prints what is known of its arguments, in which … stands for any, else these and its own name. */
const stub = (answers) => {
  const lines = answers.map(
    ([, args, output]) => `${args.split('…').map(quote).join('*')}) printf %s ${quote(output)}; exit;;`,
  );
  return `#!/bin/sh\ncase "$*" in\n${lines.join('\n')}\nesac\nprintf '%s\\n' "$0" "$@"\n`;
};

const quote = (text) => (text === '' ? "''" : `'${text.replaceAll("'", `'\\''`)}'`);
