import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { packagesOf } from './packages.mjs';
import { root } from './root.mjs';

const tools = ['typescript', 'vitest', '@types/node', 'kubernetes-types'];

/** A new folder for programs that see the workspace's packages as installed ones. */
export const makeConsumer = () => {
  const folder = mkdtempSync(join(tmpdir(), 'hostspec-consumer-'));
  const install = (name, path) => {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(path, link);
  };
  for (const { path, manifest } of packagesOf()) install(manifest.name, path);
  for (const name of tools) install(name, join(root, 'node_modules', name));
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  writeFileSync(join(folder, 'tsconfig.json'), `${JSON.stringify(configuration)}\n`);
  return folder;
};

/** The options of TypeScript for a strict program of somebody else. */
export const strictOptions = {
  target: 'ES2023',
  lib: ['ES2023'],
  module: 'nodenext',
  types: ['node'],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  verbatimModuleSyntax: true,
  skipLibCheck: false,
};

const configuration = { compilerOptions: { ...strictOptions, noEmit: true }, include: ['**/*.ts'] };
