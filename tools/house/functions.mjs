import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../workspace/root.mjs';

/** Functions that are still too long, by file. `.biome.json` turns the rule off for these files. */
const longFunctions = {
  'packages/engine/src/collect.ts': ['collect'],
};

const rule = 'lint/complexity/noExcessiveLinesPerFunction';
const isPattern = (path) => path.includes('*');

/** Runs biome's linter on files of a workspace; returns its diagnostics. */
export const lint = (workspace, configuration, files) => {
  const folder = mkdtempSync(join(tmpdir(), 'biome-'));
  try {
    const path = join(folder, 'biome.json');
    writeFileSync(path, JSON.stringify({ ...configuration, vcs: { enabled: false } }));
    const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
    const options = ['lint', `--config-path=${path}`, '--reporter=json', '--max-diagnostics=none'];
    const { stdout, stderr } = spawnSync(process.execPath, [biome, ...options, ...files], {
      cwd: workspace,
      encoding: 'utf8',
    });
    if (stdout === '') throw new Error(`biome printed no report: ${stderr}`);
    return JSON.parse(stdout).diagnostics;
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** What is wrong with the exceptions for long functions: a missing one, or one that is not needed any more, so that the list gets shorter. */
export const exceptionViolations = (workspace, exceptions = longFunctions) => {
  const { overrides, ...configuration } = JSON.parse(readFileSync(join(workspace, '.biome.json'), 'utf8'));
  const excepted = overrides.map(({ includes }) => includes).find((paths) => !paths.some(isPattern)) ?? [];
  const listed = Object.keys(exceptions);
  const kept = overrides.filter(({ includes }) => includes !== excepted);
  const present = listed.filter((file) => existsSync(join(workspace, file)));
  const found = present.length > 0 ? lint(workspace, { ...configuration, overrides: kept }, present) : [];
  const long = found
    .filter(({ category }) => category === rule)
    .map(({ location: { path, start } }) => ({
      file: path,
      name: nameAt(join(workspace, path), start.line),
    }));
  const isLong = (file, name) => long.some((each) => each.file === file && each.name === name);
  return [
    ...excepted
      .filter((file) => !listed.includes(file))
      .map((file) => `.biome.json excepts ${file}, which tools/house/functions.mjs does not list`),
    ...listed
      .filter((file) => !excepted.includes(file))
      .map((file) => `tools/house/functions.mjs lists ${file}, which .biome.json does not except`),
    ...long
      .filter(({ file, name }) => !exceptions[file].includes(name))
      .map(({ file, name }) => `${file}: ${name} is too long: take it apart`),
    ...listed.flatMap((file) =>
      exceptions[file]
        .filter((name) => !isLong(file, name))
        .map((name) => `${file}: ${name} is no longer too long: remove the exception`),
    ),
  ];
};

/** The name of the function that begins in a line of a file. */
const nameAt = (file, line) => {
  const text = readFileSync(file, 'utf8').split('\n')[line - 1];
  return /function\*? (\w+)|(\w+)\s*[=(:]/.exec(text)?.slice(1).find(Boolean) ?? `line ${line}`;
};
