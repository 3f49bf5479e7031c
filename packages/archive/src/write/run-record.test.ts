import { expect, test } from 'vitest';
import { outcomeOf, planned, reportOf, startOf } from '../testing/run.js';
import { runRecord } from './run-record.js';

const specs = ['first', 'second', 'third'].map((name) => planned(name));

test('outcomes are taken from the journal if they are there, and from memory if not', () => {
  const record = runRecord(specs);
  const [first = '', second = ''] = specs.map(
    (spec) => record.add(outcomeOf(spec, [], { reason: `no ${spec.name} at Köln` })).json,
  );
  const lines = Buffer.from(`é\n${first.replace('no ', 'NO ')}\n${second.replace('no ', 'NO ')}\n`);
  record.journaled('first', Buffer.byteLength('é\n'));
  record.journaled('second', Buffer.byteLength(`é\n${first}\n`));
  const { outcomes } = record.end(reportOf(startOf(specs)), lines);
  expect(outcomes.map((json) => JSON.parse(json).reason)).toEqual([
    'NO first at Köln',
    'NO second at Köln',
    'no third at Köln',
  ]);
});
