import { expect, test } from 'vitest';
import { setValue, type Values, withVariables } from './httpd-values.js';

test('variables that double each other stop growing', () => {
  const values: Values = { variables: new Map(), serverRoot: { text: '/etc/httpd', by: undefined } };
  setValue(values, 'define', { text: 'A', by: undefined }, { text: 'x'.repeat(4096), by: undefined });
  expect(withVariables(`\${A}\${A}`, undefined, values).text).toBe('x'.repeat(8192));
  expect(withVariables(`\${A}\${A}/`, { uid: 1, gid: 1 }, values)).toEqual({
    text: `\${A}\${A}/`,
    by: { uid: 1, gid: 1 },
  });
});
