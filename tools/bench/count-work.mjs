import { ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

// Given to `node --import`: counts what the process does to the folder in WORK_BELOW, what it makes, and what it starts,
// and writes that as JSON to the file in WORK_LOG at its end.
const { WORK_LOG: log, WORK_BELOW: below } = process.env;
const { openSync, readSync, writeFileSync } = fs;
const work = { processes: 0, opened: 0, listed: 0, looked: 0, made: 0, bytesRead: 0 };

const calls = {
  opened: ['open', 'readFile', 'readFileSync'],
  listed: ['readdir', 'readdirSync', 'opendir', 'opendirSync'],
  looked: ['stat', 'statSync', 'lstat', 'lstatSync', 'realpathSync', 'accessSync', 'readlinkSync'],
};
for (const [what, names] of Object.entries(calls))
  for (const name of names) {
    const original = fs[name];
    fs[name] = (path, ...rest) => {
      if (String(path).startsWith(below)) work[what]++;
      return original(path, ...rest);
    };
  }

const content = new Set();
fs.openSync = (path, flags, ...rest) => {
  const fd = openSync(path, flags, ...rest);
  const makes = typeof flags === 'number' && (flags & fs.constants.O_CREAT) !== 0;
  if (makes) work.made++;
  else if (String(path).startsWith(below)) work.opened++;
  if (makes || String(path).startsWith(below)) content.add(fd);
  else content.delete(fd);
  return fd;
};
fs.readSync = (fd, ...rest) => {
  const bytes = readSync(fd, ...rest);
  if (content.has(fd)) work.bytesRead += bytes;
  return bytes;
};
syncBuiltinESMExports();

const { spawn } = ChildProcess.prototype;
ChildProcess.prototype.spawn = function (...args) {
  work.processes++;
  return spawn.apply(this, args);
};

process.on('exit', () => writeFileSync(log, JSON.stringify(work)));
