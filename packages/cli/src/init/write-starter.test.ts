import { chmodSync, chownSync, lchownSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { needs } from '@hostspec/testing';
import { expect, vi } from 'vitest';
import { directoryOf } from '../testing/cli.js';
import { runInProcess } from '../testing/in-process.js';

needs('root')('writes nothing through a directory of another user', async () => {
  const cwd = directoryOf({ 'theirs/x': '', 'other/x': '' });
  chmodSync(cwd, 0o755);
  for (const uid of [0, 4242]) {
    symlinkSync('../other', join(cwd, `theirs/link${uid}`));
    lchownSync(join(cwd, `theirs/link${uid}`), uid, uid);
  }
  chownSync(join(cwd, 'theirs'), 4242, 4242);
  for (const name of ['theirs', 'theirs/link0', 'theirs/link4242'])
    expect(await runInProcess(['init', `${name}/a.yaml`], { cwd })).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('theirs belongs to user 4242'),
    });
  // Another user's directory is not safe for a user either.
  const uid = vi.spyOn(process, 'geteuid').mockReturnValue(4243);
  const { status, stderr } = await runInProcess(['init', 'theirs/link4242/a.yaml'], { cwd });
  uid.mockRestore();
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: expect.stringContaining('theirs belongs to user 4242'),
  });
  expect(readdirSync(join(cwd, 'other'))).toEqual(['x']);
});
