import { expect, test } from 'vitest';
import { accounts } from './accounts.js';
import { rowsOf } from './table.js';

test('reads the accounts of whole lines', () => {
  expect(
    rowsOf(accounts, 'root:x:0:0:root:/root:/bin/bash\nweb:x:33:44:Web, server:/srv/web:\n').map(
      Object.values,
    ),
  ).toEqual([
    ['root', 0, 0, 'root', '/root', '/bin/bash'],
    ['web', 33, 44, 'Web, server', '/srv/web', ''],
  ]);
});

test.each([
  '',
  '+::::::',
  'root',
  ':x:0:0::/:',
  'root:x::0::/:',
  'root:x:0:-1::/:',
  'root:x:0x1:0::/:',
  'a:x:12345678901:0::/:',
])('leaves out %j', (line) => {
  expect(rowsOf(accounts, line)).toEqual([]);
});
