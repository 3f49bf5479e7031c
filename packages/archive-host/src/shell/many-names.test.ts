import { expect, test } from 'vitest';
import { archiveOf } from '../testing/archive-of.js';
import { evaluate } from './evaluate.js';
import { createArchiveSession } from './session.js';
import { parseLine } from './words.js';

// More than the arguments that a call can have; an archive may have 200,000.
const many = 150_000;

test('ls lists very many directories in one', async () => {
  const files = Object.fromEntries(Array.from({ length: many }, (_, n) => [`etc/${n}/f`, '']));
  const session = await createArchiveSession(archiveOf(files));
  const out: string[] = [];
  const status = await evaluate(
    parseLine('ls -lR /etc'),
    { session, directory: '/' },
    {
      out: { write: (content) => void out.push(`${content}`) },
      shown: { printable: (text) => text, bytes: String },
      problem: () => {},
      note: () => {},
    },
  );
  const lines = out.join('').split('\n').length - 1;
  expect({ status, lines }).toEqual({ status: 0, lines: many * 4 + 1 });
});
