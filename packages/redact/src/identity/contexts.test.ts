import { expect, test } from 'vitest';
import { contexts } from './contexts.js';
import { findNames, keysOf } from './find-names.js';
import { findAt } from './testing/find-at.js';

const findAll = findNames(keysOf(['serial']), (serial) => `<${serial}>`);
const find = (text: string) => findAt(findAll, text);

test.each([
  ['Serial Number: «AB12»', 'a line'],
  ['SERIAL NUMBER:\t«AB12 34-5»', 'parts with spaces'],
  ['serial_num: «AB12»', 'a short key'],
  ['serial-no.: «AB12»', 'a shorter one'],
  ['serial no: «AB12»', 'without a dot'],
  ['serialnumber: «1bc»', 'three characters'],
  ['SERIAL_SHORT=«AB12» x9', 'another value after it'],
  ['serial_number = "«AB12 3»" x9', 'quotes'],
  ["serial='«AB12 3»' x9", 'single quotes'],
  ['serial="«AB12 3»" x9', 'double quotes'],
  ['serial: "«AB12»"', 'quotes behind a colon'],
  ['serial"  :  "«AB12»"', 'JSON'],
  ['serial" = «AB12» x', 'a quoted key'],
  ['serial number: «AB12»  x', 'two spaces after it'],
  ['serial number: «AB12»;x', 'a semicolon after it'],
  ['serial number: «AB12»<x', 'a tag after it'],
  [`serial number:${' '.repeat(40)}«AB12»`, 'a column'],
  [`serial number: «1${'x'.repeat(63)}»`, '64 characters'],
])('the serial number is found in %j: %s', (marked) => {
  const start = marked.indexOf('«');
  const end = marked.indexOf('»') - 1;
  const text = marked.replace(/[«»]/g, '');
  expect(find(text)).toEqual({ start, end, text: `<${text.slice(start, end)}>`, kind: 'serial' });
});

test.each([
  'serial: AB12',
  'serial AB12',
  'serial number AB12',
  'serials number: AB12',
  'serial  number: AB12',
  'serial number: 12',
  'serial number: abc',
  'serial number: 0000',
  'serial number: -AB12',
  'serial number:\nAB12',
  `serial number:${' '.repeat(41)}AB12`,
  `serial number: 1${'x'.repeat(64)}`,
  `serial${' '.repeat(9)}="AB12"`,
  `serial=${' '.repeat(9)}"AB12"`,
  'serial number: ""',
])('none is found in %j', (text) => {
  expect(find(text)).toBeUndefined();
});

test('each key matches from one of its starts', () => {
  for (const { starts } of contexts)
    for (const start of starts) {
      expect(start.length).toBeGreaterThan(1);
      expect(start).toBe(start.toLowerCase());
    }
});
