import { expect, test } from 'vitest';
import { safeOutput } from '../safe-output.js';
import { showFleet } from './fleet-progress.js';

/** A terminal that remembers what it shows. */
function terminal(columns: number, rows: number, isTTY = true) {
  const lines = [''];
  const write = (content: string | Uint8Array): void => {
    const text = String(content);
    for (let at = 0; at < text.length; at++) {
      const rest = text.slice(at);
      const up = '\x1b[1A\r\x1b[K';
      if (rest.startsWith(up)) {
        lines.pop();
        lines[lines.length - 1] = '';
        at += up.length - 1;
      } else if (rest.startsWith('\r\x1b[K')) {
        lines[lines.length - 1] = '';
        at += 3;
      } else if (rest[0] === '\n') lines.push('');
      else lines.push((lines.pop() ?? '') + text.charAt(at));
    }
  };
  return {
    io: { err: safeOutput({ isTTY, columns, rows, write }) },
    shown: () => lines,
  };
}

const ended = (name: string, outcome: 'collected' | 'failed', reason?: string) => ({
  name,
  outcome,
  seconds: 1.5,
  ...(reason === undefined ? {} : { reason }),
});

test('a terminal shows a line for each running host and one with totals, and keeps those that failed', () => {
  const { io, shown } = terminal(100, 24);
  const progress = showFleet(4, io);
  progress.begin('web1', {});
  progress.begin('web2', { specs: { done: 3, total: 9 }, longest: () => ['/bin/slow -a', '/bin/other'] });
  progress.begin('bad', {});
  progress.end(ended('bad', 'failed', 'no route to host'));
  expect(shown()).toEqual([
    'bad: failed, 1.5 s: no route to host',
    expect.stringMatching(/^ {2}web1: connecting, .* s$/),
    expect.stringMatching(/^ {2}web2: 3\/9 specs, .* s, waiting for \/bin\/slow -a$/),
    expect.stringMatching(/^0\/4 hosts collected, 1 failed, 2 running, .* s$/),
  ]);
  progress.end(ended('web1', 'collected'));
  progress.end(ended('web2', 'collected'));
  expect(shown().slice(1)).toEqual([expect.stringMatching(/^2\/4 hosts collected, 1 failed, 0 running/)]);
  progress.close();
  expect(shown()).toEqual(['bad: failed, 1.5 s: no route to host', '']);
});

test.each([
  [20, 5],
  [80, 10],
])('a terminal of %i columns and %i rows shows no more than fits', (columns, rows) => {
  const { io, shown } = terminal(columns, rows);
  const progress = showFleet(100, io);
  for (let i = 0; i < 50; i++) progress.begin(`ä漢😀${i}`.padEnd(300, 'x'), {});
  progress.begin('last', {});
  progress.end(ended('last', 'collected'));
  expect(shown()).toHaveLength(rows - 1);
  for (const line of shown()) expect(line).toMatch(new RegExp(`^[\\x20-\\x7e]{0,${columns - 1}}$`));
  expect(shown().at(-2)).toMatch(/^ {2}and \d+ more$/);
  progress.close();
});

test('elsewhere there is one line for each host that ended, without control characters', () => {
  const { io, shown } = terminal(80, 24, false);
  const progress = showFleet(2, io);
  progress.begin('a', {});
  progress.end(ended('a', 'failed', 'it said\n\x1b[2J\u202e'));
  progress.end(ended('b', 'collected'));
  expect(shown()).toEqual(['a: failed, 1.5 s: it said \\x1b[2J\\u202e', 'b: collected, 1.5 s', '']);
});
