import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLocalHost } from '@hostspec/local-host';
import {
  defineCondition,
  firstOf,
  foreachExecute,
  globFile,
  head,
  listdir,
  simpleCommand,
  simpleFile,
} from '@hostspec/spec';
import { expect, test } from 'vitest';
import type { PlannedSpec } from '../plan/plan.js';
import { collectSpecs, temporaryDirectory } from '../testing/collect-specs.js';
import { inOrder } from './order.js';

const doc = { doc: 'Something' };

test('the mount table and errors of the journal come first, then samples, then what takes long, then the rest in catalog order', () => {
  const specs = {
    date: simpleCommand('/bin/date', doc),
    lsof: simpleCommand('/usr/bin/lsof', doc),
    hosts: simpleFile('/etc/hosts', doc),
    mounts: simpleFile('/proc/mounts', doc),
    boot: simpleCommand('/usr/bin/journalctl -b', { ...doc, journal: { newest: 9 } }),
    errors: simpleCommand('/usr/bin/journalctl -p err', { ...doc, journal: { newest: 9, first: true } }),
    failed: foreachExecute('/usr/bin/journalctl -u %s', listdir('/srv'), {
      ...doc,
      journal: { newest: 9, first: true },
    }),
    either: firstOf([simpleFile('/etc/a', doc), simpleCommand('/usr/bin/dnf repolist', doc)], doc),
    first: head(globFile(['/etc/*'], doc), doc),
    inner: head(foreachExecute('/usr/bin/lsof %s', listdir('/srv'), doc), doc),
    odd: simpleCommand('"/opt/a b/podman" ps', doc),
    sample: simpleCommand('/usr/bin/vmstat -w 1 3', doc),
    who: simpleCommand('/usr/bin/who', doc),
  };
  const planned = Object.entries(specs).map(([name, spec]): PlannedSpec => ({ name, domain: 'test', spec }));
  const names = inOrder(planned).map(({ name }) => name);
  expect(names).toEqual([
    ...['mounts', 'errors', 'failed', 'sample', 'lsof', 'inner', 'either', 'odd'],
    ...['date', 'hosts', 'boot', 'first', 'who'],
  ]);
});

const directory = temporaryDirectory();

/** A program that writes its name to a log. */
function program(name: string): string {
  const path = join(directory(), name);
  writeFileSync(path, `#!/bin/sh\necho ${name} | tee -a ${directory()}/log\n`);
  chmodSync(path, 0o755);
  return path;
}

test('specs that report the collection itself run after everything else', async () => {
  const slow = join(directory(), 'slow');
  writeFileSync(slow, `#!/bin/sh\nsleep 0.3\necho slow | tee -a ${directory()}/log\n`);
  chmodSync(slow, 0o755);
  const slowCondition = defineCondition({
    name: 'Slow',
    doc: 'Holds after a while',
    evaluate: () => new Promise((resolve) => setTimeout(resolve, 100, { holds: true, reason: '' })),
  });
  const specs = {
    audit: simpleCommand(program('ausearch'), doc),
    other: simpleCommand(slow, doc),
    late: simpleCommand(program('late'), { ...doc, when: slowCondition() }),
  };
  const outcomes = await collectSpecs(specs, { parts: { conditions: [slowCondition] } });
  expect(readFileSync(join(directory(), 'log'), 'utf8')).toBe('late\nslow\nausearch\n');
  expect(outcomes.audit.status).toBe('collected');
  const alone = await collectSpecs({ audit: specs.audit });
  expect(alone.audit.status).toBe('collected');
});

test('commands run in this order, although conditions are asked first', async () => {
  const specs = {
    who: simpleCommand(program('who'), doc),
    date: simpleCommand(program('date'), doc),
    lsof: simpleCommand(program('lsof'), doc),
    dnf: simpleCommand(program('dnf'), doc),
  };
  await collectSpecs(specs, { host: createLocalHost({ jobs: 1 }) });
  expect(readFileSync(join(directory(), 'log'), 'utf8').trim().split('\n')).toEqual([
    'lsof',
    'dnf',
    'who',
    'date',
  ]);
});
