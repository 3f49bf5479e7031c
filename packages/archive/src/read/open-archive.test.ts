import { HostspecError } from '@hostspec/spec';
import { expect, test } from 'vitest';
import { notRead } from './open-archive.js';

test('an error of the system becomes that of an archive, and keeps its cause', () => {
  const cause = Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO', errno: -5, syscall: 'read' });
  expect(notRead('/x', cause)).toMatchObject({
    code: 'INVALID_ARCHIVE',
    subject: '/x',
    message: expect.stringMatching(/^cannot read \/x: ./),
    cause,
  });
});

test.each([
  ['an error of hostspec', new HostspecError('NO_SPACE', 'full')],
  ['a defect', new TypeError('defect')],
  ['something else that is thrown', 'stop'],
])('%s stays as it is', (_, error) => {
  expect(notRead('/x', error)).toBe(error);
});
