import { firstOf, simpleCommand, simpleFile } from '@hostspec/spec';
import { expect, test } from 'vitest';
import type { PlannedSpec } from './plan.js';
import { slowestFirst } from './slowest-first.js';

const doc = { doc: 'Something' };

test('what takes long comes first, the rest stays in its order', () => {
  const specs = {
    date: simpleCommand('/bin/date', doc),
    lsof: simpleCommand('/usr/bin/lsof', doc),
    hosts: simpleFile('/etc/hosts', doc),
    either: firstOf([simpleFile('/etc/a', doc), simpleCommand('/usr/bin/dnf repolist', doc)], doc),
    odd: simpleCommand('"/opt/a b/podman" ps', doc),
    who: simpleCommand('/usr/bin/who', doc),
  };
  const planned = Object.entries(specs).map(([name, spec]): PlannedSpec => ({ name, domain: 'test', spec }));
  const names = slowestFirst(planned).map(({ name }) => name);
  expect(names).toEqual(['either', 'odd', 'lsof', 'date', 'hosts', 'who']);
});
