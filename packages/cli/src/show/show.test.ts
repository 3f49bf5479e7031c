import { insightsCore } from '@hostspec/spec';
import { expect, test } from 'vitest';
import { json, runInProcess } from '../testing/in-process.js';

test('show prints the written form and everything that the spec depends on', async () => {
  const { stdout } = await runInProcess(['show', 'ethtool']);
  expect(stdout).toMatch(/^ethtool = foreach_execute\("\/sbin\/ethtool %s", provider=interfaces\(\)\)\n/);
  expect(stdout).toMatch(/^domain +networking$/m);
  expect(stdout).toMatch(/^provider +interfaces: /m);
  expect((await runInProcess(['show', 'teamdctl_state_dump'])).stdout).toMatch(/^condition +\w+: /m);
  expect((await runInProcess(['show', 'corosync_cmapctl'])).stdout).toContain(
    'skipped without --allow-state-changes',
  );
  expect((await runInProcess(['show', '--variant', 'a', 'last_upload_globs'])).stdout).toMatch(
    /^last_upload_globs = \["/,
  );
  expect(await json('show', 'ethtool', '--json')).toMatchObject({
    name: 'ethtool',
    type: 'foreach_execute',
    providers: [{ name: 'interfaces' }],
  });
});

test.each(['show', 'explain'])('%s and its JSON say where a spec comes from', async (command) => {
  const { stdout } = await runInProcess([command, 'cmdline']);
  expect(stdout).toMatch(new RegExp(`^ *origin +${insightsCore}$`, 'm'));
  const data = await json(command, 'cmdline', '--json');
  expect(JSON.stringify(data)).toContain(JSON.stringify({ origin: insightsCore }).slice(1, -1));
});

test('show suggests similar names', async () => {
  const { status, stderr } = await runInProcess(['show', '--variant', 'b', 'ethtol']);
  expect(status).toBe(2);
  expect(stderr).toBe(`hostspec: the catalog contains no spec named "ethtol"; did you mean ethtool?\n`);
});
