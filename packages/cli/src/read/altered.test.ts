import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { directoryOf, fakeRoot } from '../testing/cli.js';
import { runInProcess } from '../testing/in-process.js';

const below = 'etc/sysconfig/network-scripts';

/** An archive with two items of one spec. */
async function collected(): Promise<string> {
  const root = fakeRoot({ [`${below}/ifcfg-eth0`]: 'first\n', [`${below}/ifcfg-eth1`]: 'second\n' });
  const output = join(directoryOf({}), 'a');
  const args = ['collect', '--in-process', '--root', root, '--only', 'ifcfg', '--format', 'directory'];
  expect((await runInProcess([...args, '--output', output])).status).toBe(0);
  return output;
}

test.each([
  [
    'the first item, with as many bytes',
    'ifcfg-eth0',
    'FIRST\n',
    /was changed: it has sha256 [0-9a-f]{64}, /,
  ],
  [
    'the last item, with as many bytes',
    'ifcfg-eth1',
    'SECOND\n',
    /was changed: it has sha256 [0-9a-f]{64}, /,
  ],
  ['the first item, with other bytes', 'ifcfg-eth0', 'more than it was\n', /was changed: it has 17 bytes, /],
  ['the last item, with nothing', 'ifcfg-eth1', '', /was changed: it has 0 bytes, /],
])('read prints %s, and names the change', async (_, name, content, problem) => {
  const archive = await collected();
  expect(await runInProcess(['read', archive, 'ifcfg'])).toMatchObject({ status: 0, stderr: '' });
  writeFileSync(join(archive, 'data', below, name), content);
  const { status, stdout, stderr } = await runInProcess(['read', archive, 'ifcfg']);
  expect(stdout).toContain(content);
  expect(stdout.match(/^==> /gm)).toHaveLength(2);
  expect(stderr).toMatch(problem);
  expect(stderr).toContain(`data/${below}/${name} `);
  expect(stderr.trimEnd()).not.toContain('\n');
  expect(status).toBe(1);
});
