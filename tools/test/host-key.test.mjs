import { writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { temporaryDirectory } from './folder.ts';
import { hostKey } from './host-key.mjs';

let folder;
beforeEach(() => {
  folder = temporaryDirectory();
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env.PATH}`);
});

/** A dpkg-query that knows the versions of these packages, and prints those that it is asked for. */
const install = (versions) => {
  const lines = Object.entries(versions).map(([name, version]) => `${name}) echo ${name} ${version};;`);
  const script = `#!/bin/sh\nfor name; do case $name in ${lines.join(' ')} esac; done\n`;
  writeFileSync(join(folder, 'dpkg-query'), script, { mode: 0o755 });
};

test('only a component that tests name changes the key of kept results', () => {
  install({ podman: 4, cowsay: 1 });
  const before = hostKey();
  expect(before).toContain('podman 4');
  install({ podman: 4, cowsay: 2 });
  expect(hostKey()).toBe(before);
  install({ podman: 5, cowsay: 2 });
  expect(hostKey()).not.toBe(before);
});
