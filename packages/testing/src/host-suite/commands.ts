import type { CommandResult } from '@hostspec/spec';
import { expect } from 'vitest';
import type { HostUnderTest } from './under-test.js';

const text = ({ output }: CommandResult): string => Buffer.from(output).toString();

/** Running commands, or looking them up, and finding programs. */
export function commandTests({ has, host, small }: HostUnderTest): void {
  has('commands')('a command gives its output and status, as a line or as words', async () => {
    const result = await host().run('/bin/echo one two');
    expect([result.rc, text(result), result.problem]).toEqual([0, 'one two\n', undefined]);
    expect(text(await host().run(['/bin/echo', 'one', 'two']))).toBe('one two\n');
    expect(text(await host().run("/bin/echo 'one  two' three"))).toBe('one  two three\n');
    const quiet = await host().run('/bin/true');
    expect([quiet.rc, text(quiet)]).toEqual([0, '']);
  });

  has('commands')('a command that fails is a result, with what it printed', async () => {
    const result = await host().run('/bin/cat /nowhere/none');
    expect([result.rc, result.problem]).toEqual([1, undefined]);
    expect(text(result)).toMatch(/No such file or directory\n$/);
    const quiet = await host().run('/bin/false');
    expect([quiet.rc, text(quiet), quiet.problem]).toEqual([1, '', undefined]);
  });

  has()('an unknown command is absent', async () => {
    const result = await host().run('/bin/hostspec-no-such-program -x');
    expect([result.rc, text(result), result.problem]).toEqual([undefined, '', 'absent']);
    expect(result.reason).toMatch(/./);
    expect(await host().which('/bin/hostspec-no-such-program')).toBeUndefined();
    expect(await host().which('hostspec-no-such-program')).toBeUndefined();
    expect(await host().which('')).toBeUndefined();
  });

  has()('running never throws', async () => {
    for (const command of ["/bin/echo 'one", '', [], ['/bin/echo', 'a\0b'], ['/bin/ec\0ho']])
      expect([command, (await host().run(command)).rc]).toEqual([command, undefined]);
  });

  has('commands')('a command is run once, and a second caller gets the same result', async () => {
    const [first, atOnce] = await Promise.all([
      host().run('/bin/cat /proc/self/stat'),
      host().run(['/bin/cat', '/proc/self/stat']),
    ]);
    const again = await host().run('/bin/cat /proc/self/stat');
    expect(text(first)).toMatch(/^\d+ \(cat\) R /);
    expect([text(atOnce), text(again)]).toEqual([text(first), text(first)]);
  });

  has('commands')('programs are found by path and by name', async () => {
    for (const line of Object.keys(small.commands)) {
      const [program = ''] = line.split(' ');
      expect(await host().which(program)).toBe(program);
    }
    expect(await host().which('echo')).toMatch(/^\/.*\/echo$/);
  });
}
