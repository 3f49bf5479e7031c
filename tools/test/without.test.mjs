import { expect, test } from 'vitest';
import { withoutTasks } from './without.mjs';

const tasks = ['lint', 'test', 'test:tools'];

test.each([
  [[], tasks, [], []],
  [['--filter=@hostspec/kernel'], tasks, ['--filter=@hostspec/kernel'], []],
  [['--without=lint,test:tools', '--force'], ['test'], ['--force'], []],
  [['--without=lint', '--without=test'], ['test:tools'], [], []],
  [['--without=tests'], tasks, [], ['tests']],
  [['--without='], tasks, [], ['']],
])('the words %j', (words, wanted, flags, unknown) => {
  expect(withoutTasks(tasks, words)).toEqual({ wanted, flags, unknown });
});
