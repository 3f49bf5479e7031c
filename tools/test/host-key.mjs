import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { release } from 'node:os';
import { join } from 'node:path';
import { root } from '../workspace/root.mjs';

const printed = (program, ...args) => spawnSync(program, args, { encoding: 'utf8' }).stdout ?? '';

/** Tests use what the host has installed, so a result that turbo keeps is good only while these versions stay the same, and for the tests that were left out. */
export const hostKey = () => {
  const packages = readFileSync(join(root, '.ci/packages'), 'utf8').trim().split('\n');
  // biome-ignore lint/suspicious/noTemplateCurlyInString: fields of dpkg-query
  const format = '--showformat=${Package} ${Version} ${Status}\\n';
  const installed = printed('dpkg-query', '--show', format, ...packages);
  // Go is often installed beside the packages of the host.
  const go = printed('go', 'env', 'GOVERSION');
  const { HOSTSPEC_TEST_AGAIN: again } = process.env;
  const leftOut = again ? readFileSync(again, 'utf8') : '';
  return [release(), process.version, process.getuid?.(), go, installed, leftOut].join('\n');
};
