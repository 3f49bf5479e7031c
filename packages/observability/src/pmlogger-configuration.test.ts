import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parsePmlogger } from './pmlogger-configuration.js';

const text = readFileSync(new URL('../fixtures/config.ros', import.meta.url), 'utf8');
const mandatory = [
  'disk.dev.total',
  'hinv.ncpu',
  'hinv.ndisk',
  'kernel.all.cpu.idle',
  'kernel.all.cpu.user',
  'kernel.all.load',
  'mem.physmem',
  'mem.util.used',
];

it('reads the metrics that are mandatory on, with or without an access section', () => {
  expect(parsePmlogger(text)).toEqual({ mandatory });
  expect(parsePmlogger(text.slice(0, text.indexOf('[access]')))).toEqual({ mandatory });
  expect(parsePmlogger('')).toEqual({ mandatory: [] });
  expect(parsePmlogger('# nothing\n[access]\ndisallow * : all;\n')).toEqual({ mandatory: [] });
});

it.each([
  'log mandatory on default { hinv.ncpu } [access]\ndisallow * : all;\n',
  'log mandatory on once hinv.ncpu [ access ] allow local:* : enquire;',
  'log mandatory on default { hinv.ncpu["cpu0", cpu1] } # [access]\n[access]',
])('ends at the part on access, wherever it begins: %j', (configuration) => {
  expect(parsePmlogger(configuration)).toEqual({ mandatory: ['hinv.ncpu'] });
});

it.each([
  ['log mandatory on default { a.b [access] c.d }', 'line 1 is wrong at "["'],
  ['log mandatory on default {\n  mem.freemem', 'it breaks off'],
  ['log mandatory on', 'it breaks off'],
  ['log mandatory on default { }', 'line 1 is wrong at "}"'],
  ['log mandatory on every 5 fortnights mem.freemem', 'line 1 is wrong at "fortnights"'],
  ['log mandatory on 1.5 sec mem.freemem', 'line 1 is wrong at ".5"'],
  ['log advisory maybe { mem.freemem }', 'line 1 is wrong at "maybe"'],
  ['log mandatory on once a.b\nc.d', 'line 2 is wrong at "c.d"'],
  ['log mandatory on default { a.b[1 }', 'line 1 is wrong at "}"'],
  ['log mandatory on default { -x }', 'line 1 is wrong at "-"'],
  ['log mandatory on default { a-b }', 'line 1 is wrong at "-"'],
  ['\0\xff', 'line 1 is wrong at "\\u0000"'],
])('names the wrong part: %j', (wrong, problem) => {
  expect(parsePmlogger(wrong)).toEqual({ problem });
});
