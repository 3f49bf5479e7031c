import { fileURLToPath } from 'node:url';
import { itNeeds, needs } from '@hostspec/testing';
import {
  type PathologicalHost,
  pathologicalHost,
  pathologicalHostNeeds,
  plainFile,
  stoppableMount,
} from '@hostspec/testing/pathological';
import { expect, onTestFinished } from 'vitest';
import { findRunner } from './start.js';

const found = findRunner();
const client = fileURLToPath(new URL('../dist/index.js', import.meta.url));

// Prints the result of each access: `hung` comes last, before the end of the run.
const script = `
const { createRunnerHost, startRunner } = await import(process.env.CLIENT);
const host = await createRunnerHost(startRunner(process.env.PROGRAM, process.env.SHA256), { timeout: 1 });
const say = (name) => (result) => console.log(JSON.stringify({ name, result }));
const text = ({ buffer, byteOffset, length }) => Buffer.from(buffer, byteOffset, length).toString();
const hung = host.readFile(process.env.HUNG).catch(({ problem, message }) => ({ problem, message })).then(say('hung'));
await host.readFile(process.env.PLAIN).then(text).then(say('read'));
await host.run(['/bin/echo', 'x']).then(({ output }) => text(output)).then(say('command'));
await hung;
await host.run(['/bin/echo', 'y']).then(({ output }) => text(output)).then(say('later command'));
host.readFile(process.env.HUNG).catch(() => {});
say('stop')(await host.stop('the test is over'));
`;

/** An overlay that counts as a local file system, over a FUSE file system; its path. */
async function overlayOver(host: PathologicalHost, lower: string): Promise<string> {
  const path = host.makeDirectory('overlay');
  await host.prepare('mount', '-t', 'overlay', '-o', `lowerdir=${lower}:/usr/share/doc`, 'overlay', path);
  host.defer(() => host.run(['umount', '-l', path]));
  return path;
}

const declare =
  typeof found === 'string' ? itNeeds('a runner', false) : needs(...pathologicalHostNeeds, 'fusepy');

declare(
  'a read that hangs on a local file system times out; other reads, commands and the end go on',
  async () => {
    if (typeof found === 'string') return;
    const host = await pathologicalHost();
    onTestFinished(() => host.end());
    const mount = await stoppableMount(host, 'mnt', ['hangs']);
    const overlay = await overlayOver(host, mount.path);
    const finished = await host.run([process.execPath, '--input-type=module', '-e', script], {
      deadline: 60,
      env: {
        CLIENT: client,
        PROGRAM: found.program,
        SHA256: found.sha256,
        HUNG: `${overlay}/hangs`,
        PLAIN: plainFile(host.path('plain'), 'plain\n'),
      },
    });
    const said = finished.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { name: string; result: unknown })
      .map(({ name, result }) => [name, result]);
    expect([finished.overdue, finished.stderr]).toEqual([false, '']);
    expect(said).toEqual([
      ['read', 'plain\n'],
      ['command', 'x\n'],
      ['hung', { problem: 'timed out', message: `${overlay}/hangs: took longer than 1 s` }],
      ['later command', 'y\n'],
      ['stop', 0],
    ]);
  },
);
