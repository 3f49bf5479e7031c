import { mkdtempSync, openSync, readFileSync, rmSync, statSync, truncateSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isZeroBytes } from '@hostspec/host-kit';
import { itNeeds } from '@hostspec/testing';
import { expect, onTestFinished, test } from 'vitest';
import { findRunner } from './find.js';
import { createRunnerHost } from './host.js';
import { startRunner } from './start.js';

const found = findRunner();

if (typeof found === 'string') {
  itNeeds('a runner', false)('the holes of a file are zeros', () => {});
} else {
  test('the holes of a file are zeros', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hostspec-sparse-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'log');
    const fd = openSync(path, 'wx');
    for (const [text, at] of [['first\n', 0] as const, ['middle\n', 9_000_000] as const])
      writeSync(fd, text, at);
    truncateSync(path, 30_000_000);
    writeSync(fd, 'last\n', 29_999_995);
    const pieces: Buffer[] = [];
    let zeros = 0;
    const host = await createRunnerHost(startRunner(found.program, found.sha256));
    const take = (piece: Uint8Array): void => {
      if (isZeroBytes(piece)) zeros += piece.length;
      pieces.push(Buffer.from(piece));
    };
    expect(await host.readInto(path, take)).toBeUndefined();
    expect(Buffer.concat(pieces).equals(readFileSync(path))).toBe(true);
    if (statSync(path).blocks * 512 < 1_000_000) expect(zeros).toBeGreaterThan(28_000_000);
    pieces.length = 0;
    expect(await host.readInto(path, take, { maxBytes: 20_000_000 })).toMatchObject({
      originalBytes: 30_000_000,
    });
    expect(Buffer.concat(pieces).equals(readFileSync(path).subarray(10_000_000))).toBe(true);
    await host.stop('the test is over');
  });
}
