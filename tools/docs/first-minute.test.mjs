import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { hostspecArchive, specsOf } from '../../packages/report/src/testing/archives.js';
import { hostInTrouble } from '../../packages/report/src/testing/host-in-trouble.js';

const size = { character: 7.25, line: 17, margin: 16, head: 28 };
// Seconds between lines that appear, and after a command was typed.
const pace = { line: 0.06, command: 0.9 };

const style = `
svg { font: 12px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
text { fill: #d7dce2; white-space: pre; }
.command { fill: #8be9a8; font-weight: 600; }
.title { fill: #ffffff; font-weight: 600; }
.mark { fill: #ff8f7d; font-weight: 600; }
@media (prefers-reduced-motion: no-preference) {
  text { animation: appear 0.1s both; }
  @keyframes appear { from { opacity: 0; } }
}`;

/**
 * A terminal as an SVG picture in which lines appear one after the other. Each scene is a command line with what it prints. Lines of more
 * than `columns` characters are cut.
 */
const terminalPicture = (scenes, columns) => {
  let time = 0;
  const after = (seconds) => {
    time += seconds;
    return time;
  };
  const rows = scenes.flatMap(({ command, output }) => {
    const first = { words: `$ ${command}`, kind: 'command', at: after(pace.command) };
    after(pace.command);
    const lines = output.trimEnd().split('\n');
    return [
      first,
      ...lines.map((words) => ({ words, kind: kindOf(words), at: after(pace.line) })),
      { words: '' },
    ];
  });
  const width = Math.ceil(columns * size.character + 2 * size.margin);
  const height = size.head + rows.length * size.line;
  const texts = rows.flatMap(({ words, kind, at: delay }, index) => {
    if (words === '') return [];
    const y = size.head + (index + 0.5) * size.line;
    const cut = words.length > columns ? `${words.slice(0, columns - 1)}…` : words;
    const name = kind === undefined ? '' : ` class="${kind}"`;
    return `<text x="${size.margin}" y="${y}"${name} style="animation-delay:${delay.toFixed(2)}s" xml:space="preserve">${escaped(cut)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">
<title>A terminal with hostspec</title>
<style>${style}
</style>
<rect width="100%" height="100%" rx="8" fill="#1b2027"/>
${texts.join('\n')}
</svg>
`;
};

const kindOf = (line) =>
  /^ *(?:error|warning) {2}/.test(line) ? 'mark' : /^\S/.test(line) ? 'title' : undefined;

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

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
