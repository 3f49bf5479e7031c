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
  type Outcome,
  type Spec,
  simpleCommand,
  simpleFile,
} from '@hostspec/spec';
import { describe, expect, test } from 'vitest';
import type { PlannedSpec } from '../plan/plan.js';
import { collectSpecs, temporaryDirectory } from '../testing/collect-specs.js';
import { inOrder } from './order.js';
import { outcomeQueue } from './outcome-queue.js';
import { inStages } from './stages.js';

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

describe('the stages of a run', () => {
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
});

describe('the queue of outcomes', () => {
  const outcome = (name: string) => ({ name }) as Outcome;

  test('outcomes arrive in the order in which they were pushed, before and while one waits', async () => {
    const queue = outcomeQueue();
    queue.push(outcome('a'));
    queue.push(outcome('b'));
    const read: string[] = [];
    const reading = (async () => {
      for await (const { name } of queue.outcomes) read.push(name);
    })();
    await new Promise(setImmediate);
    expect(read).toEqual(['a', 'b']);
    queue.push(outcome('c'));
    await new Promise(setImmediate);
    expect(read).toEqual(['a', 'b', 'c']);
    expect(queue.ended()).toBe(false);
    queue.push(outcome('d'));
    queue.end();
    await reading;
    expect(read).toEqual(['a', 'b', 'c', 'd']);
    expect(queue.ended()).toBe(true);
  });

  test('an error is thrown after the outcomes before it', async () => {
    const queue = outcomeQueue();
    queue.push(outcome('a'));
    queue.fail(new Error('a defect'));
    const read: string[] = [];
    const reading = async () => {
      for await (const { name } of queue.outcomes) read.push(name);
    };
    await expect(reading()).rejects.toThrow('a defect');
    expect(read).toEqual(['a']);
    expect(queue.ended()).toBe(true);
  });
});
