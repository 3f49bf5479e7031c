import { type Spec, simpleCommand } from '@hostspec/spec';
import { expect, test } from 'vitest';
import type { PlannedSpec } from '../plan/plan.js';
import { inStages } from './stages.js';

const planned = (name: string, spec: Spec): PlannedSpec => ({ name, domain: 'd', spec });
const command = (line: string, timeout?: number): Spec =>
  simpleCommand(line, { doc: 'd', ...(timeout === undefined ? {} : { timeout }) });

test('heavy specs start one at a time after all others, and what reports the run starts last', () => {
  const specs = [
    planned('report', command('/sbin/ausearch -m AVC')),
    planned('heavy', command('/bin/heavy', 300)),
    planned('light', command('/bin/light', 299)),
    planned('huge', command('/bin/huge', 400)),
    planned('plain', command('/bin/plain')),
  ].map((each) => ({ planned: each }));
  const started: string[] = [];
  const names = () => started.splice(0).join(' ');
  const stages = inStages<(typeof specs)[number]>(
    specs.map((each) => each.planned),
    (each) => started.push(each.planned.name),
  );
  const done = (name: string) => {
    const found = specs.find((each) => each.planned.name === name);
    if (found) stages.done(found);
    return names();
  };
  for (const each of specs) stages.add(each);
  expect(names()).toBe('light plain');
  expect(done('plain')).toBe('');
  expect(done('light')).toBe('heavy');
  expect(done('heavy')).toBe('huge');
  expect(done('huge')).toBe('report');
  expect(done('report')).toBe('');
});
