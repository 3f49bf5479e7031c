import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { kindWords } from './kind-words.js';
import { fromFileSystem, toFileSystem } from './path-bytes.js';
import { processStat } from './process-stat.js';

describe('what is at a path', () => {
  test.each([
    ['/', 'directory'],
    ['/dev/null', 'device'],
    ['/proc/self', 'symbolic link'],
    ['/proc/self/stat', 'regular file'],
  ])('%s is a %s', (path, words) => {
    expect(kindWords(lstatSync(path))).toBe(words);
  });
});

describe('the bytes of a path', () => {
  test.each([
    ['plain', 'plain'],
    ['c3a4', 'ä', true],
    ['f09f9880', '😀', true],
    // The character that stands for lost bytes may be in a name itself.
    ['efbfbd', '\ufffd', true],
    ['efbfbdff', '\ufffd\udcff', true],
    ['80', '\udc80', true],
    ['61ff62', 'a\udcffb', true],
    // Sequences that end too early.
    ['e4', '\udce4', true],
    ['61c3', 'a\udcc3', true],
    ['e282', '\udce2\udc82', true],
    ['e28261', '\udce2\udc82a', true],
    ['f09f98', '\udcf0\udc9f\udc98', true],
    // Longer than necessary, and half of a pair.
    ['c080', '\udcc0\udc80', true],
    ['eda080', '\udced\udca0\udc80', true],
    ['ffe282ac', '\udcff€', true],
    ['fff09f9880c3a4', '\udcff😀ä', true],
  ])('the name %s is %j', (bytes, name, isHex = false) => {
    const buffer = Buffer.from(bytes, isHex ? 'hex' : 'utf8');
    expect(fromFileSystem(buffer)).toBe(name);
    expect(Buffer.from(toFileSystem(name)).equals(buffer)).toBe(true);
  });

  test('a path without such bytes stays a text', () => {
    expect(toFileSystem('/etc/ä')).toBe('/etc/ä');
    expect(toFileSystem('/etc/\udce4')).toEqual(Buffer.from('2f6574632fe4', 'hex'));
  });
});

describe('the state of a process', () => {
  test('a process with an odd name has a state and the time of its start', async () => {
    const child = spawn('/bin/sh', ['-c', 'printf ") Z 1 (" > /proc/self/comm; echo; exec sleep 100'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await once(child.stdout, 'data');
    const stat = processStat(child.pid ?? 0);
    expect(stat?.state).toMatch(/^[RSD]$/);
    expect(Number(stat?.start)).toBeGreaterThan(0);
    expect(processStat(child.pid ?? 0)?.start).toBe(stat?.start);
    child.kill('SIGKILL');
    await once(child, 'exit');
  });

  test('the start is a whole field', async () => {
    const child = spawn('/bin/sleep', ['100'], { stdio: 'ignore' });
    await once(child, 'spawn');
    // The name of this one has no spaces.
    const fields = readFileSync(`/proc/${child.pid}/stat`, 'latin1').split(' ');
    expect(processStat(child.pid ?? 0)?.start).toBe(fields[21]);
    child.kill('SIGKILL');
    await once(child, 'exit');
  });

  test('a process that has ended has none', () => {
    expect(processStat(spawnSync('/bin/true').pid)).toBeUndefined();
  });
});
