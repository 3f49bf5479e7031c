import { fakeContext, fakeHost } from '@hostspec/testing';
import { expect, test } from 'vitest';
import { networkdRuns, timesyncdRuns } from './conditions.js';
import { systemd } from './index.js';

const verdictWith = (command: string) =>
  timesyncdRuns.definition.evaluate(
    fakeContext(
      fakeHost({
        commands: {
          '/bin/ps auxww': `USER PID %CPU %MEM VSZ RSS TTY STAT START TIME COMMAND\nroot 1 0 0 1 1 ? S 00:00 0:00 ${command}\n`,
        },
      }),
    ),
  );

test.each([
  ['/lib/systemd/systemd-timesyncd', true, 'systemd-timesyncd runs'],
  ['/usr/lib/systemd/systemd-timedated', false, 'systemd-timesyncd does not run'],
  ['/usr/bin/vi systemd-timesyncd', false, 'systemd-timesyncd does not run'],
])('a daemon runs if a process does: %s', async (command, holds, reason) => {
  expect(await verdictWith(command)).toEqual({ holds, reason });
});

test('networkctl asks only a networkd that runs: each of its questions to another one is an error in the log', () => {
  for (const name of ['networkctl_list', 'networkctl_status'] as const)
    expect(systemd.specs[name], name).toMatchObject({ when: networkdRuns() });
});
