import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const content = 'a line of a file\n'.repeat(100);

/**
 * Writes a host of 60 files and 20 programs below a folder; returns a catalog for it, as a catalog file has it, with
 * every type of collection.
 */
export const writeEveryType = (folder) => {
  const write = (path, text, mode = 0o644) => {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    chmodSync(file, mode);
    return file;
  };
  const doc = { doc: 'Counted' };
  const add = {};
  for (let i = 0; i < 20; i++) {
    add[`file${i}`] = { type: 'simple_file', path: write(`etc/file${i}`, content), ...doc };
    const program = write(`bin/program${i}`, '#!/bin/sh\necho output\n', 0o755);
    add[`program${i}`] = { type: 'simple_command', command: `${program} --version`, ...doc };
  }
  for (let i = 0; i < 40; i++) write(`etc/conf.d/${i % 4}/part${i}.conf`, content);
  const provider = { type: 'listdir', path: `${folder}/etc/conf.d` };
  const program = `${folder}/bin/program0`;
  add.patterns = { type: 'glob_file', patterns: [`${folder}/etc/conf.d/*/*.conf`], ...doc };
  add.again = { type: 'glob_file', patterns: [`${folder}/etc/conf.d/*/part1*.conf`], ...doc };
  add.first = { type: 'first_file', paths: [`${folder}/etc/none`, `${folder}/etc/file1`], ...doc };
  add.names = { type: 'listdir', path: `${folder}/etc/conf.d`, ...doc };
  add.each = { type: 'foreach_execute', command: `${program} %s`, provider, ...doc };
  add.collected = {
    type: 'foreach_collect',
    path: `${folder}/etc/conf.d/%s/part*.conf`,
    provider,
    ...doc,
  };
  const only = { type: 'simple_command', command: `${folder}/bin/program1` };
  add.one = { type: 'command_with_args', command: `${program} of %s`, provider: only, ...doc };
  const file = { type: 'simple_file', path: `${folder}/etc/file2` };
  add.either = { type: 'first_of', specs: [{ type: 'simple_file', path: `${folder}/none` }, file], ...doc };
  add.top = {
    type: 'head',
    spec: { type: 'glob_file', patterns: [`${folder}/etc/conf.d/0/*.conf`] },
    ...doc,
  };
  return { name: 'counted', version: '1.0.0', extends: [], add };
};
