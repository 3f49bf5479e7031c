import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { collectingHost } from '@hostspec/engine';
import { nameBytes } from '@hostspec/host-kit';
import { expect } from 'vitest';
import { temporaryDirectory } from '../../../tools/test/folder.js';
import { fakeHost } from './fake-host.js';
import { globNames, globTable, hostSuite } from './host-suite.js';
import { needs } from './needs.js';

hostSuite('a fake host', (small) => ({ host: fakeHost(small) }), {
  lacks: { collecting: 'it is a host for providers, which collect nothing' },
});

hostSuite('a fake host that collects', (small) => ({ host: collectingHost(fakeHost(small)) }), {
  lacks: {
    'the end of a file': 'content passes through memory, and its beginning is kept',
    'a stop for everybody': 'providers ask the host that it was made from',
  },
});

needs('python3')('the table of patterns is what Python finds', () => {
  const root = temporaryDirectory();
  for (const name of globNames) {
    const path = Buffer.from(nameBytes(join(root, name)));
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(path, '');
  }
  const script = [
    'import glob, json, os, sys',
    'root, patterns = json.load(sys.stdin)',
    'found = [[x for x in glob.glob(root + p) if not os.path.isdir(x)] for p in patterns]',
    'print(json.dumps([[x[len(root):] for x in xs] for xs in found]))',
  ].join('\n');
  const patterns = globTable.map(([pattern]) => pattern);
  const answer = execFileSync('python3', ['-c', script], { input: JSON.stringify([`${root}/`, patterns]) });
  const found = JSON.parse(answer.toString()) as string[][];
  const named = found.map((names, index) => [patterns[index], names.map((name) => normalize(name)).sort()]);
  expect(named).toEqual(globTable.map(([pattern, names]) => [pattern, [...names].sort()]));
});
