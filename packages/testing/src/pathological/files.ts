import { execFileSync } from 'node:child_process';
import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { PathologicalHost } from './pathological-host.js';
import { start } from './running.js';

/** Writes a file, making the directories above it; returns its path. */
export function plainFile(path: string, content: string | Uint8Array): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

/** Makes a FIFO that nobody writes to: opening it waits forever. */
export function fifo(path: string): string {
  mkdirSync(dirname(path), { recursive: true });
  execFileSync('mkfifo', [path]);
  return path;
}

/** A FIFO with bytes in it; only reading them removes them. */
export interface FilledFifo {
  readonly path: string;
  /** Reads the remaining bytes. */
  drain(): Promise<string>;
  end(): Promise<void>;
}

/** Makes a FIFO that contains bytes and has a writer. */
export async function filledFifo(path: string, content: string): Promise<FilledFifo> {
  fifo(path);
  // Opening a FIFO for reading and writing does not wait, and keeps its bytes.
  const holder = start(
    [
      'sh',
      '-c',
      'exec 3<>"$1"; printf %s "$2" >&3; echo ready; read _; timeout 1 cat <&3; :',
      'sh',
      path,
      content,
    ],
    {
      keepInput: true,
      deadline: 600,
    },
  );
  await holder.printed('ready');
  return {
    path,
    async drain() {
      holder.write('\n');
      const { stdout } = await holder.finished;
      return stdout.replace('ready\n', '');
    },
    end: () => holder.kill(),
  };
}

/** Makes a character device, by default one that never blocks: /dev/zero, which is endless. Needs root. */
export function characterDevice(path: string, major = 1, minor = 5): string {
  mkdirSync(dirname(path), { recursive: true });
  execFileSync('mknod', [path, 'c', String(major), String(minor)]);
  return path;
}

/** Makes two symbolic links that lead to each other; returns the first. */
export function linkLoop(path: string): string {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(`${path}.back`, path);
  symlinkSync(path, `${path}.back`);
  return path;
}

/** Makes a directory that contains a symbolic link to itself. */
export function directoryLoop(path: string): string {
  mkdirSync(path, { recursive: true });
  symlinkSync('.', join(path, 'again'));
  return path;
}

/** Makes very many empty files, `file-0` and so on, in a directory as it is seen inside a pathological host. */
export async function manyFiles(host: PathologicalHost, path: string, count: number): Promise<void> {
  const script = 'mkdir -p "$1" && cd "$1" && seq -f file-%.0f 0 "$(($2 - 1))" | xargs touch';
  await host.prepare('sh', '-c', script, 'sh', path, String(count));
}

/** Makes a file larger than the disk, with content at its end. */
export function sparseFile(path: string, bytes: number, tail: string | Uint8Array): string {
  mkdirSync(dirname(path), { recursive: true });
  const fd = openSync(path, 'w');
  ftruncateSync(fd, bytes);
  const end = Buffer.from(tail);
  writeSync(fd, end, 0, end.length, bytes - end.length);
  closeSync(fd);
  return path;
}

/** A file of the kernel whose size is 0 and whose content is endless. */
export const endlessPseudoFile = '/proc/self/pagemap';

/**
 * Names that file systems accept and programs stumble over: as bytes, since not all of them are UTF-8. Each is
 * different from all others, though many look alike once they are made safe.
 */
export const oddNames: readonly Buffer[] = [
  Buffer.from([0x63, 0x61, 0x66, 0xe9]),
  Buffer.from([0x63, 0x61, 0x66, 0xc3, 0xa9]),
  Buffer.from([0x63, 0x61, 0x66, 0x65, 0xcc, 0x81]),
  Buffer.from([0xff, 0xfe, 0x80]),
  ...[
    'new\nline',
    'new\\nline',
    'carriage\rreturn',
    'tab\tstop',
    'escape\u001b[31m',
    `quote'"quote`,
    '`id`',
    '$(id)',
    '; reboot',
    '%s%n',
    '%0A',
    '%250A',
    '-rf',
    '--help',
    '*',
    '?',
    '[a]',
    '{a,b}',
    '!x',
    '#x',
    '~root',
    ' ',
    'trailing ',
    '...',
    '.hidden',
    'back\\slash',
    '\ufeffbom',
    'right\u202eleft',
    '\u2028',
    '\u{1f480}',
    'ﬀ',
    'A',
    'a',
    'x'.repeat(255),
    'ü'.repeat(127),
    `${'y'.repeat(254)}1`,
    `${'y'.repeat(254)}2`,
  ].map((name) => Buffer.from(name)),
];

/** Makes a file with every odd name, each with different content; returns the content by path. */
export function oddlyNamedFiles(directory: string): Map<Buffer, string> {
  mkdirSync(directory, { recursive: true });
  return new Map(
    oddNames.map((name, index) => {
      const path = Buffer.concat([Buffer.from(`${directory}/`), name]);
      writeFileSync(path, `content ${index}\n`);
      return [path, `content ${index}\n`];
    }),
  );
}

/** Bytes that text readers change: not UTF-8, NUL, CR LF, lone CR, a BOM, no line end. */
export const oddContent: Buffer = Buffer.from([
  0xef, 0xbb, 0xbf, 0x61, 0x0d, 0x0a, 0x62, 0x0d, 0x63, 0x00, 0xff, 0xc3, 0x28, 0xe2, 0x80, 0xa8, 0x0a, 0x0a,
  0x7a,
]);
