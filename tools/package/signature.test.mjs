import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { needs } from '@hostspec/testing';
import { expect } from 'vitest';
import { readDocument } from '../docs/snippets.mjs';
import { temporaryDirectory } from '../test/folder.ts';
import { root } from '../workspace/root.mjs';

const page = (name) => readDocument(join(root, 'packages/docs', name));

needs('ssh-keygen')('what RELEASING signs is what INSTALL checks', () => {
  const folder = temporaryDirectory();
  const at = (name) => join(folder, name);
  const sh = (words, cwd) => spawnSync('sh', ['-euc', words], { cwd, encoding: 'utf8' }).status;
  mkdirSync(at('out'));
  writeFileSync(at('out/SHA256SUMS'), 'e3b0c442  hostspec.deb\n');
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', at('KEY')]);
  writeFileSync(at('out/allowed_signers'), `releases@hostspec ${readFileSync(at('KEY.pub'), 'utf8')}`);
  const [sign] = page('RELEASING.md').match(/^ssh-keygen -Y sign .*$/m);
  const [verify] = page('INSTALL.md').match(/^ssh-keygen -Y verify .*$/m);
  expect(sh(sign, folder)).toBe(0);
  expect(sh(verify, at('out'))).toBe(0);
  appendFileSync(at('out/SHA256SUMS'), 'e3b0c442  another.deb\n');
  expect(sh(verify, at('out'))).not.toBe(0);
});
