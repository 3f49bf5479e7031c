import { expect, test } from 'vitest';
import { withAnswers } from './answers.js';
import { causeTextOnce, checksText, titleText, whatToDo } from './words.js';

const found = (id: string, more: object = {}) => ({
  ...({ id, severity: 'error', count: 1, hits: [{ title: id, do: 'Look: `a | b` or `c d`' }] } as const),
  ...more,
});

test('a command that the archive has no answer to is marked, and only that one', async () => {
  const result = { found: [found('x')], undecided: [], skipped: [], checked: 1 };
  const marked = await withAnswers(result, async (line) => line === 'c d');
  expect(marked.found).toEqual([{ ...found('x'), onHost: ['a | b'] }]);
  expect(marked.found.map(whatToDo)).toEqual(['Look: `a | b` (only on the host) or `c d`']);
  expect((await withAnswers(result, async () => true)).found.map(whatToDo)).toEqual([
    'Look: `a | b` or `c d`',
  ]);
});

test('a problem says when it happened last, if that is known', () => {
  expect(titleText({ title: 'It failed' })).toBe('It failed');
  expect(titleText({ title: 'It failed', time: Date.UTC(2026, 0, 2, 3, 4, 5) })).toBe(
    'It failed (last: 2026-01-02 03:04:05 UTC)',
  );
});

test('problems with the same cause explain it once', () => {
  const all = [
    found('a'),
    found('b', { because: 'a', why: 'it is full' }),
    found('c', { because: 'a', why: 'it is full' }),
    found('d', { because: 'c' }),
  ];
  expect(all.map((_, at) => causeTextOnce(all, at))).toEqual([
    undefined,
    'Perhaps because it is full',
    undefined,
    'Perhaps because of it',
  ]);
});

test('checks that lack data are counted by what is missing', () => {
  const open = (...reasons: string[]) => ({ needs: reasons.map((why) => ({ spec: 'x', why })) });
  const undecided = [
    open('was not collected'),
    open('was not collected', 'is denied: /srv/a'),
    open('is denied: /srv/b'),
    open('is absent: command not found: /bin/x'),
    open('the content was cut'),
  ];
  expect(checksText({ checks: '9 checks', problems: '1 error', nothing: 3, undecided })).toBe(
    '9 checks: 1 error; 3 found nothing; 5 lack data (2 no permission, 1 not collected, 1 program not installed, 1 incomplete)',
  );
  const lackAll = { checks: '5 checks', problems: '', nothing: 0, undecided };
  expect(checksText(lackAll)).toMatch(/^5 checks: 5 lack data /);
  expect(checksText({ ...lackAll, undecided: undecided.slice(0, 1) })).toMatch(/ 1 lacks data /);
  expect(checksText({ ...lackAll, undecided: [] })).toBe('5 checks: no problem');
  expect(checksText({ checks: '1 check', problems: '', nothing: 1, undecided: [] })).toBe(
    '1 check: no problem; 1 found nothing',
  );
});
