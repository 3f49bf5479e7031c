import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from './folder.ts';
import { filesApart } from './isolation.mjs';

test.each(["vi.mock('node:fs');", "vi.doMock('node:fs', async () => ({}));", "hostSuite('a host');"])(
  'files of tests share a process, except those with %s',
  (source) => {
    const folder = temporaryDirectory();
    mkdirSync(join(folder, 'src/deep'), { recursive: true });
    writeFileSync(join(folder, 'src/a.test.ts'), "test('a', () => { vi.useFakeTimers(); });");
    writeFileSync(join(folder, 'src/deep/b.test.ts'), source);
    expect(filesApart(folder)).toEqual(['src/deep/b.test.ts']);
  },
);
