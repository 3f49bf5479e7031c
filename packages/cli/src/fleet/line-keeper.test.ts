import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type HostLines, openHostLines } from '@hostspec/archive';
import { HostspecError } from '@hostspec/spec';
import { expect, test } from 'vitest';
import { openHost } from '../hosts/host.js';
import { temporaryDirectory } from '../testing/cli.js';
import { silentIo } from '../testing/in-process.js';
import { collectFleet } from './collect-fleet.js';

/** A file of lines on a disk that is full from the first line of these hosts on, until `hasRoom`. */
const fullFrom = (names: string[], hasRoom: (failures: number) => boolean, code = 'NO_SPACE') => {
  let failures = 0;
  let isFull = false;
  return (...args: Parameters<typeof openHostLines>): HostLines => {
    const lines = openHostLines(...args);
    return {
      ...lines,
      append(line) {
        isFull ||= names.includes(line.name);
        if (isFull && !hasRoom(failures)) {
          failures++;
          throw new HostspecError(code as 'NO_SPACE', 'no space left for hosts.ndjson', { subject: 'x' });
        }
        lines.append(line);
      },
    };
  };
};

/** Collects four hosts of which the third has nothing; returns the status, the output, and the names in hosts.ndjson. */
async function collected(openLines: ReturnType<typeof fullFrom>, more: object = {}) {
  const cwd = temporaryDirectory();
  writeFileSync(join(cwd, 'inv'), 'web1\nweb2\nweb3\nweb4\n');
  const values = { hosts: 'inv', output: 'out', only: ['cmdline'], parallel: 1, ...more };
  const said: string[] = [];
  const io = {
    ...silentIo,
    cwd,
    out: { write: (text: string | Uint8Array) => void said.push(String(text)) },
  };
  const open = async () => {
    const { host, elsewhere } = await openHost({ 'in-process': true }, {}, silentIo);
    return { host, elsewhere, close: async () => {} };
  };
  const status = await collectFleet(values, io, () => open, openLines);
  const text = readFileSync(join(cwd, 'out/hosts.ndjson'), 'utf8');
  const names = text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line).name);
  return { status, stdout: said.join(''), names, files: readdirSync(join(cwd, 'out')).sort() };
}

test('a run that cannot write a line ends with its summary, the names of the archives, and how to go on', async () => {
  const { status, stdout, names, files } = await collected(fullFrom(['web2'], () => false));
  expect({ status, names }).toEqual({ status: 3, names: ['web1'] });
  expect(files).toEqual(['hosts.ndjson', 'web1.tar.gz', 'web2.tar.gz']);
  expect(stdout).toMatch(/^2 of 4 hosts collected in .*, 2 not started\n/);
  expect(stdout).toContain('The run ended early: no space left for hosts.ndjson.\n');
  expect(stdout).toContain(
    'hosts.ndjson has no line for 1 host, and --resume collects it again:\n  web2: a complete archive, web2.tar.gz\n',
  );
  expect(stdout).toContain('To collect the rest, run the same command with --resume.\n');
});

test('hosts that run meanwhile are completed and named, too, in JSON as well', async () => {
  const { status, stdout, names } = await collected(
    fullFrom(['web1', 'web2'], () => false),
    { parallel: 2, json: true },
  );
  const { unwritten, interrupted, notStarted } = JSON.parse(stdout);
  expect({ status, names, interrupted, notStarted }).toEqual({
    status: 3,
    names: [],
    interrupted: 'no space left for hosts.ndjson',
    notStarted: 2,
  });
  expect(unwritten.map(({ name }: { name: string }) => name).sort()).toEqual(['web1', 'web2']);
});

test('a line is written at the end if there is room again', async () => {
  const { status, stdout, names } = await collected(fullFrom(['web2'], (failures) => failures > 0));
  expect({ status, names }).toEqual({ status: 3, names: ['web1', 'web2'] });
  expect(stdout).not.toContain('has no line');
});

test('another error of the disk ends the run alike, with status 1', async () => {
  const { status, stdout } = await collected(fullFrom(['web2'], () => false, 'SINK'));
  expect(status).toBe(1);
  expect(stdout).toContain('web2: a complete archive, web2.tar.gz');
});
