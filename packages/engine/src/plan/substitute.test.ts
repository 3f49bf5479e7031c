import { expect, test } from 'vitest';
import { substitute } from './substitute.js';

test('values replace the placeholders in order, and `%s` in a value stays', () => {
  expect(substitute('a %s b %s', ['1', '%s'])).toBe('a 1 b %s');
  expect(substitute('a', [])).toBe('a');
});

test.each([
  ['%s%s', ['1'], '"%s%s" has 2 %s for 1 values'],
  ['%s', [], '"%s" has 1 %s for 0 values'],
  ['a', ['1'], '"a" has 0 %s for 1 values'],
  ['a %s', ['1', '2'], '"a %s" has 1 %s for 2 values'],
])('%j with %j is an error: no %%s stays, and no value is lost', (template, values, message) => {
  expect(() => substitute(template, values)).toThrow(
    expect.objectContaining({ code: 'PLACEHOLDER_MISMATCH', message }),
  );
});
