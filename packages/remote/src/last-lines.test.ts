import { describe, expect, test } from 'vitest';
import { lastLines } from './last-lines.js';

describe('the last lines of a program', () => {
  test('are at most six, on one line, without empty ones', () => {
    expect(lastLines('1\n2\r\n3\n\n \n 4 \n5\r6\n7\n')).toBe('2; 3; 4; 5; 6; 7');
    expect(lastLines('')).toBe('');
    expect(lastLines(' \n\r\n')).toBe('');
  });

  test('have no frame of a warning, but addresses', () => {
    expect(lastLines('@@@@@\n@ WARNING @\n@@@@@\na@b\n')).toBe('@ WARNING @; a@b');
  });

  test('are cut after 600 characters', () => {
    expect(lastLines('x'.repeat(601))).toBe(`${'x'.repeat(599)}…`);
    expect(lastLines('xyz', 2)).toBe('x…');
  });
});
