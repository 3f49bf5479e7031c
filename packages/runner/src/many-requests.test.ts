import { itNeeds } from '@hostspec/testing';
import { expect, test } from 'vitest';
import { findRunner } from './find.js';
import { createRunnerHost } from './host.js';
import { startRunner } from './start.js';

const found = findRunner();

if (typeof found === 'string') {
  itNeeds('a runner', false)('more requests than a runner takes at once wait for their turn', () => {});
} else {
  test('more requests than a runner takes at once wait for their turn', async () => {
    const host = await createRunnerHost(startRunner(found.program, found.sha256), { jobs: 1 });
    const paths = Array.from({ length: 3000 }, (_, index) => `/proc/self/fd/${index % 3}/..`);
    const commands = Array.from({ length: 1500 }, () => host.run('/bin/true'));
    const looks = await Promise.allSettled(paths.map((path) => host.look(path)));
    const problems = looks.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []));
    expect(problems.filter((problem) => problem.includes('requests are open'))).toEqual([]);
    await host.stop('the test is over');
    const results = await Promise.all(commands);
    expect(results.filter(({ reason }) => reason?.includes('requests are open'))).toEqual([]);
  });
}
