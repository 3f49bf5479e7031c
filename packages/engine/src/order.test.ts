import { firstOf, simpleCommand, simpleFile } from '@hostspec/spec';
import { expect, test } from 'vitest';
import { inOrder } from './order.js';
import type { PlannedSpec } from './plan.js';

const doc = { doc: 'Something' };

test('the mount table comes first, then what takes long, then the rest in catalog order', () => {
  const specs = {
    date: simpleCommand('/bin/date', doc),
    lsof: simpleCommand('/usr/bin/lsof', doc),
    hosts: simpleFile('/etc/hosts', doc),
    mounts: simpleFile('/proc/mounts', doc),
    either: firstOf([simpleFile('/etc/a', doc), simpleCommand('/usr/bin/dnf repolist', doc)], doc),
    odd: simpleCommand('"/opt/a b/podman" ps', doc),
    who: simpleCommand('/usr/bin/who', doc),
  };
  const planned = Object.entries(specs).map(([name, spec]): PlannedSpec => ({ name, domain: 'test', spec }));
  const names = inOrder(planned).map(({ name }) => name);
  expect(names).toEqual(['mounts', 'either', 'odd', 'lsof', 'date', 'hosts', 'who']);
});
