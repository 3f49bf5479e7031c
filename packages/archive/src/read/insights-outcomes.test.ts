import { expect, test } from 'vitest';
import { insightsFailure } from './insights-outcomes.js';

const traceback = (last: string): string =>
  `Traceback (most recent call last):\n  File "plugins.py", line 112, in invoke\ninsights.core.exceptions.${last}\n`;

test.each([
  ['ContentException: Command not found: /usr/bin/abrt', 'absent', 'command not found: /usr/bin/abrt'],
  ['ContentException: /etc/none does not exist.', 'absent', '/etc/none: no such file or directory'],
  ["ContentException: [/etc/a*, /etc/b*] didn't match.", 'absent', 'no file matches /etc/a*, /etc/b*'],
  ['ContentException: None of [/etc/a, /etc/b] found.', 'absent', 'none of /etc/a, /etc/b exists'],
  ['ContentException: No results found for [/bin/x %s]', 'absent', 'nothing for /bin/x %s'],
  ['ContentException: Empty (after filtering): etc/motd', 'empty', 'etc/motd: empty'],
  ['ContentException: Empty after cleaning: etc/motd', 'empty', 'etc/motd: empty'],
  ['ContentException: Cannot access /etc/shadow', 'denied', '/etc/shadow: permission denied'],
  [
    'NoFilterException: Skipping insights.specs.Specs.x due to no filters.',
    'skipped',
    'Skipping insights.specs.Specs.x due to no filters.',
  ],
  [
    `CalledProcessError: (9, ['timeout', '-s', '9', '10', '/usr/bin/dig', '.', 'SOA'], b";; no\\nserver")`,
    'failed',
    '/usr/bin/dig . SOA exited with 9: ;; no server',
  ],
  ['SomethingElse: whatever', 'failed', 'insights.core.exceptions.SomethingElse: whatever'],
])('%s', (last, status, reason) => {
  expect(insightsFailure([traceback(last)])).toEqual({ status, reason });
});

test('several failures: the status if they agree, and each reason once', () => {
  const [a, b] = ['/etc/a', '/etc/b'].map((path) => traceback(`ContentException: ${path} does not exist.`));
  const denied = traceback('ContentException: Cannot access /etc/c');
  expect(insightsFailure([`${a}`, `${b}`, `${a}`])).toEqual({
    status: 'absent',
    reason: '/etc/a: no such file or directory\n/etc/b: no such file or directory',
  });
  expect(insightsFailure([`${a}`, denied]).status).toBe('failed');
  expect(insightsFailure([])).toEqual({ status: 'failed' });
});
