import { fakeContext, fakeHost } from '@hostspec/testing';
import { expect, test } from 'vitest';
import { timesyncdRuns } from './conditions.js';

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
