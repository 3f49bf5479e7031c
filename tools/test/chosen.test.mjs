import { expect, test } from 'vitest';
import { chosenTasks } from './chosen.mjs';

const tasks = ['lint', 'test', 'test:tools'];

test.each([
  [[], tasks, [], []],
  [['--filter=@hostspec/kernel'], tasks, ['--filter=@hostspec/kernel'], []],
  [['--without=lint,test:tools', '--force'], ['test'], ['--force'], []],
  [['--without=lint', '--without=test'], ['test:tools'], [], []],
  [['--without=tests'], tasks, [], ['tests']],
  [['--without='], tasks, [], ['']],
  [['--only=test:tools,lint'], ['lint', 'test:tools'], [], []],
  [['--only=test', '--without=test'], [], [], []],
  [['--only=test:x'], [], [], ['test:x']],
])('the words %j', (words, wanted, flags, unknown) => {
  expect(chosenTasks(tasks, words)).toEqual({ wanted, flags, unknown });
});
