import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { splitWords } from '../../packages/spec/dist/index.js';

// Shells and what the collectors themselves need stay what they are.
const kept = new Set(['/bin/sh', '/usr/bin/sh', '/usr/bin/env', '/bin/env', '/usr/bin/timeout']);

/** The commands and paths that a catalog names, without those that a provider must fill. */
export function workList(specs) {
  const commands = new Set();
  const files = new Set();
  const patterns = new Set();
  const programs = new Set();
  const visit = (spec) => {
    if (spec.provider && spec.command?.startsWith('/') && spec.container === undefined)
      programs.add(splitWords(spec.command)[0]);
    if (spec.type === 'simple_command') commands.add(spec.command);
    if (spec.type === 'simple_file') files.add(spec.path);
    if (spec.type === 'first_file') files.add(spec.paths[0]);
    if (spec.type === 'glob_file') for (const pattern of spec.patterns) patterns.add(pattern);
    if (spec.type === 'first_of') spec.specs.forEach(visit);
    if (spec.type === 'head') visit(spec.spec);
  };
  Object.values(specs).forEach(visit);
  const absolute = (path) => (path.startsWith('/') ? path : `/${path}`);
  const plain = (path) => !/^\/(proc|sys|dev|run)\//.test(path);
  return {
    programs: [...programs],
    commands: [...commands],
    files: [...files].map(absolute).filter(plain),
    patterns: [...patterns].map(absolute).filter(plain),
  };
}

/**
 * Writes the layer of files that turns this machine into a prepared host: a stub for every program of the catalog,
 * and for every path and pattern files of `fileBytes` bytes, `perPattern` of them for a pattern.
 */
export function writeLayer(layer, list, { stub, perPattern = 2, fileBytes = 2000, logs = [] }) {
  const text = 'key = value # a line of a configuration file, as long as most are\n';
  const content = text.repeat(Math.ceil(fileBytes / text.length)).slice(0, fileBytes);
  const write = (path, data) => {
    const file = join(layer, path.replace(/^\/(s?bin)\//, '/usr/$1/'));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, data);
    return file;
  };
  const files = [...list.files];
  for (const pattern of list.patterns) for (let i = 0; i < perPattern; i++) files.push(example(pattern, i));
  for (const file of files) write(file, content);
  const programs = new Set([...list.commands.map((command) => splitWords(command)[0]), ...list.programs]);
  const started = [];
  for (const program of programs) {
    if (kept.has(program)) continue;
    const path = program.startsWith('/') ? program : `/usr/bin/${program}`;
    const file = join(layer, path.replace(/^\/(s?bin)\//, '/usr/$1/'));
    mkdirSync(dirname(file), { recursive: true });
    copyFileSync(stub, file);
    chmodSync(file, 0o755);
  }
  for (const command of list.commands) {
    const words = splitWords(command);
    if (!kept.has(words[0]))
      started.push([words[0].startsWith('/') ? words[0] : `/usr/bin/${words[0]}`, ...words.slice(1)]);
  }
  for (const [path, bytes] of logs) writeLog(write(path, ''), bytes);
  return { files, commands: started };
}

function writeLog(file, bytes) {
  const lines = [];
  for (let i = 0; i < 20_000; i++)
    lines.push(
      `Nov 21 04:${i % 60}:${(i * 7) % 60} host${i % 13} daemon[${(i * 7919) % 32768}]: request ${(i * 2654435761) % 4294967296} took ${i % 997} ms\n`,
    );
  const block = Buffer.from(lines.join(''));
  for (let done = 0; done < bytes; done += block.length) writeFileSync(file, block, { flag: 'a' });
}

/** A path that a pattern matches. */
function example(pattern, index) {
  let first = true;
  return pattern
    .replace(/\[(!?)([^\]]*)\]/g, (_, not, set) => (not ? 'x' : set[0]))
    .replace(/\*/g, () => {
      if (!first) return 'x';
      first = false;
      return `example${index}`;
    });
}

/** The floor's list of work. */
export function floorList({ files, commands }) {
  const clean = (words) => words.every((word) => word !== '' && !/[\t\n]/.test(word));
  return `${commands
    .filter(clean)
    .map((words) => `C\t${words.join('\t')}`)
    .join('\n')}\n${files.map((file) => `F\t${file}`).join('\n')}\n`;
}
