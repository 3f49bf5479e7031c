import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const shownLines = 20;

/** The first lines of a unified diff from theirs to ours. */
export const textDiff = (theirs, ours) => {
  const folder = mkdtempSync(join(tmpdir(), 'peer-diff-'));
  try {
    writeFileSync(join(folder, 'theirs'), `${theirs}\n`);
    writeFileSync(join(folder, 'ours'), `${ours}\n`);
    const { stdout } = spawnSync('diff', ['-u', '--text', 'theirs', 'ours'], {
      cwd: folder,
      encoding: 'utf8',
    });
    const lines = stdout.split('\n').slice(2);
    return (
      lines.slice(0, shownLines).join('\n') +
      (lines.length > shownLines ? `\n… ${lines.length - shownLines} more` : '')
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
};
