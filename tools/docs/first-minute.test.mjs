import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { hostspecArchive, specsOf } from '../../packages/report/src/testing/archives.js';
import { hostInTrouble } from '../../packages/report/src/testing/host-in-trouble.js';
import { terminalPicture } from './terminal-picture.mjs';

const bin = fileURLToPath(new URL('../../packages/cli/bin/hostspec.cjs', import.meta.url));
const picture = new URL('../../packages/docs/first-minute.svg', import.meta.url);
const columns = 110;
// What a terminal shows at once.
const rows = 50;

/** What a command prints about an archive, which a user would have under another name. */
function scene(words, archive, name) {
  const args = words.map((word) => (word === name ? archive : word));
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], { encoding: 'utf8' });
  expect({ status, stderr }).toMatchObject({ status: expect.any(Number) });
  const screen = stdout.split('\n').slice(0, rows).join('\n');
  return { command: `hostspec ${words.join(' ')}`, output: screen.replaceAll(archive, name) };
}

test('the picture of the README is what the commands print', () => {
  const name = 'hostspec-web01.tar.gz';
  const archive = hostspecArchive(specsOf(hostInTrouble));
  const scenes = [
    scene(['summary', name], archive, name),
    scene(['run', name, '--', 'systemctl', '--failed'], archive, name),
  ];
  const svg = terminalPicture(scenes, columns);
  if (process.env.HOSTSPEC_PICTURES) writeFileSync(picture, svg);
  expect(readFileSync(picture, 'utf8')).toBe(svg);
});
