import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../workspace/root.mjs';

const script = join(root, 'tools/house/way-of-spec.mjs');

// A reader who follows a spec from its literal to the archive has to open these files. Lower a limit if there are fewer.
const most = 28;

test.each(['tar.gz', 'directory', 'ndjson'])(
  'a spec is passed on by few files to an archive: %s',
  (format) => {
    const way = JSON.parse(execFileSync(process.execPath, [script, format], { encoding: 'utf8' }));
    expect(way.filter((file) => !existsSync(join(root, 'packages', file)))).toEqual([]);
    expect(way).toEqual(
      expect.arrayContaining([
        'spec/src/constructors.ts',
        'engine/src/plan.ts',
        'local-host/src/give.ts',
        'archive/src/write/run-sink.ts',
      ]),
    );
    expect(way.length, way.join('\n')).toBeLessThanOrEqual(most);
  },
);
