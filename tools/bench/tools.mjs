import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../workspace/root.mjs';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const compiled = new Map();

/** The path of a program of c/, compiled into a folder. */
export const compile = (name, scratch) => {
  if (!compiled.has(name)) {
    const program = join(scratch, name);
    execFileSync('cc', ['-O2', '-static', '-o', program, here(`c/${name}.c`)]);
    compiled.set(name, program);
  }
  return compiled.get(name);
};

/** The command line of hostspec, as built. */
export const hostspec = `${process.execPath} ${root}packages/cli/bin/hostspec.cjs`;

const alone = `
ip link set lo up
mount --make-rprivate /
mount -t tmpfs out /mnt
exec "$@"`;

/** The words that run a command without a network, with an empty /mnt in memory, in namespaces of its own. Descriptor 3 stays open. */
export const inside = ['unshare', '-m', '-n', 'sh', '-ec', alone, 'sh'];

/**
 * Runs commands in turn for a number of rounds, in the environment of `enter`: `runners` maps names to shell commands; $out is a
 * new directory. Returns a run for each: `{ runner, round, status, wall, cpu, peak, processes }`, in seconds and bytes.
 */
export const measure = (runners, { enter = [], rounds, scratch }) => {
  const log = join(scratch, 'runs');
  const words = Object.entries(runners).flat();
  const series = [here('series.sh'), compile('measure', scratch), String(rounds), ...words];
  const [program, ...args] = [...inside, ...enter, ...series];
  const file = openSync(log, 'w');
  const { status } = spawnSync(program, args, { stdio: ['ignore', 'inherit', 'inherit', file] });
  closeSync(file);
  if (status !== 0) throw new Error(`the runs ended with ${status}`);
  return readFileSync(log, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
};
