import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { itNeeds } from '@hostspec/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { sharedDirectory, temporaryDirectory } from '../../../tools/test/folder.js';
import { createRunnerHost, startRunner } from './index.js';
import { findRunner } from './start.js';

const found = findRunner();
const installed = typeof found === 'string' ? { program: '', sha256: '' } : found;
const directory = sharedDirectory();

const hashOf = (program: string): string => createHash('sha256').update(readFileSync(program)).digest('hex');

const fileOf = (name: string, content: string): string => {
  const path = join(directory, name);
  writeFileSync(path, content, { mode: 0o755 });
  return path;
};

const startScript = (text: string, mode = 0o755): ReturnType<typeof startRunner> => {
  const program = fileOf('script', `#!/bin/sh\n${text}\n`);
  chmodSync(program, mode);
  return startRunner(program, hashOf(program));
};

test('a program with other bytes is not started', () => {
  const mark = join(directory, 'ran');
  const program = fileOf('other', `#!/bin/sh\necho > ${mark}\n`);
  expect(() => startRunner(program, '0'.repeat(64))).toThrow(
    expect.objectContaining({ code: 'RUNNER', message: expect.stringContaining('install hostspec again') }),
  );
  expect(() => readFileSync(mark)).toThrow('ENOENT');
});

test('a link is not followed, and a missing program is named', () => {
  const link = join(directory, 'link');
  symlinkSync(fileOf('target', 'x'), link);
  for (const path of [link, join(directory, 'missing')])
    expect(() => startRunner(path, '')).toThrow(expect.objectContaining({ code: 'RUNNER', subject: path }));
});

test('a FIFO and a directory are refused, and do not block', () => {
  const fifo = join(directory, 'fifo');
  execFileSync('mkfifo', [fifo]);
  for (const path of [fifo, directory])
    expect(() => startRunner(path, '')).toThrow(`${path} is not a regular file; install hostspec again`);
});

test('a program that is no runner is reported with what it printed', async () => {
  await expect(createRunnerHost(startScript('echo Permission denied'))).rejects.toMatchObject({
    problem: 'failed',
    message: 'no runner was started: Permission denied',
  });
});

test('a program that is not executable is reported with what to do', async () => {
  await expect(createRunnerHost(startScript('', 0o644))).rejects.toThrow(
    `the runner cannot be reached: ${join(directory, 'script')} is not executable, or on a file system that is mounted with noexec; correct that, or install hostspec elsewhere`,
  );
});

test('a program that the system does not start, or does not open, is reported in its words', async () => {
  const program = fileOf('interpreted', `#!${join(directory, 'missing')}\n`);
  await expect(createRunnerHost(startRunner(program, hashOf(program)))).rejects.toThrow(
    `the runner cannot be reached: ${program} does not start: no such file or directory`,
  );
  const missing = join(directory, 'missing');
  expect(() => startRunner(missing, '')).toThrow(
    `${missing} cannot be opened: no such file or directory; install hostspec again`,
  );
});

test('a program gets no arguments and no environment, in the root directory', async () => {
  const script = 'echo "$# $PWD $(/usr/bin/env | /usr/bin/grep -cvE "^(PWD|_|OLDPWD|SHLVL)=")"';
  await expect(createRunnerHost(startScript(script))).rejects.toThrow('no runner was started: 0 / 0');
});

test.each([
  ['one line', "echo 'out of memory'", 'out of memory'],
  ['two lines', "echo; echo '  panic: x'; echo 'goroutine 1'", 'panic: x'],
  ['a long line', 'head -c 3000 /dev/zero | tr "\\0" y', 'y'.repeat(500)],
])('a runner that ends after %s on standard error is reported with it', async (_, says, said) => {
  // The end of the output must not be handled before the last message.
  const stream = startScript(`echo 'hostspec-runner frames follow'; { ${says}; } >&2; sleep 0.1`);
  await expect(createRunnerHost(stream)).rejects.toMatchObject({ message: `the runner has ended: ${said}` });
});

itNeeds('a runner', typeof found !== 'string')(
  'the file that was checked is started, even if its path then leads elsewhere',
  async () => {
    const program = join(directory, 'runner');
    copyFileSync(installed.program, program);
    const stream = startRunner(program, installed.sha256);
    writeFileSync(`${program}.new`, 'other');
    rmSync(program);
    const host = await createRunnerHost(stream);
    expect(host.runner).toMatchObject({ protocol: 3 });
    expect((await host.run(['/bin/echo', 'x'])).rc).toBe(0);
    await host.stop('the test is over');
  },
);

itNeeds('a runner', typeof found !== 'string')(
  'large content does not go through the output of the runner, unless its memory cannot be opened',
  async () => {
    const text = Array.from({ length: 400_000 }, (_, line) => `${line}\n`).join('');
    const path = fileOf('large', text);
    const passed = async (change: object): Promise<number> => {
      const stream = startRunner(installed.program, installed.sha256);
      let bytes = 0;
      stream.on('data', (piece) => {
        bytes += piece.length;
      });
      const host = await createRunnerHost({ ...stream, ...change });
      const pieces: Uint8Array[] = [];
      await Promise.all([
        host.readInto(path, (piece) => void pieces.push(Uint8Array.from(piece))),
        expect(host.readFile(path).then(String)).resolves.toBe(text),
        expect(host.run(['/bin/cat', path]).then(({ output }) => String(output))).resolves.toBe(text),
      ]);
      expect(Buffer.concat(pieces).toString() === text).toBe(true);
      await host.stop('the test is over');
      return bytes;
    };
    expect(await passed({})).toBeLessThan(text.length);
    expect(await passed({ pid: undefined })).toBeGreaterThan(3 * text.length);
  },
);

itNeeds('a runner', typeof found !== 'string')(
  'a runner refuses a command line that it does not know',
  () => {
    const refused = (...words: string[]) =>
      spawnSync(installed.program, words, { encoding: 'utf8', input: '' });
    for (const words of [['--first'], ['--first', 'no base64'], ['--other', 'x'], ['x']])
      expect(refused(...words)).toMatchObject({ status: 2, stderr: expect.stringMatching(/^usage: .*\n$/) });
  },
);

itNeeds('a runner', typeof found !== 'string')(
  'a runner keeps this process alive only while it says so, and ends with its input',
  async () => {
    const alive = (): number => process.getActiveResourcesInfo().length;
    const stream = startRunner(installed.program, installed.sha256);
    stream.on('data', () => {});
    await new Promise(setImmediate);
    const open = alive();
    stream.unref?.();
    // The program and its three streams.
    expect(open - alive()).toBe(4);
    stream.ref?.();
    expect(alive()).toBe(open);
    stream.end();
    await new Promise<void>((resolve) => void stream.once('close', resolve));
    expect(stream.said?.()).toBe('');
  },
);

test('a program is apart from the interrupts of the terminal', async () => {
  const text = '#!/bin/sh\nread -r pid name state parent group rest </proc/$$/stat; echo $((pid - group))\n';
  const program = fileOf('leader', text);
  const stream = startRunner(program, createHash('sha256').update(text).digest('hex'));
  await expect(createRunnerHost(stream)).rejects.toThrow(/^no runner was started: 0$/);
});

/** A directory with these subdirectories; it is removed at the end of the test. */
const folderWith = (...names: readonly string[]): string => {
  const folder = temporaryDirectory();
  for (const name of names) mkdirSync(join(folder, name), { recursive: true });
  return folder;
};

const built = (): Readonly<Record<string, string>> => {
  try {
    return JSON.parse(readFileSync(new URL('../checksums.json', import.meta.url), 'utf8'));
  } catch {
    return {};
  }
};

const [[platform, sha256] = ['', '']] = Object.entries(built());
const name = `@hostspec/runner-${platform}`;

itNeeds('a runner', platform !== '')('a runner is taken from the first directory that has it', () => {
  const [other, first, second] = [
    folderWith('@hostspec/runner-linux-vax'),
    folderWith(name),
    folderWith(name),
  ];
  expect(findRunner([other, first, second], platform)).toEqual({
    program: join(first, name, 'hostspec-runner'),
    sha256,
  });
});

itNeeds('a runner', platform !== '')('a runner that is nowhere is named', () => {
  expect(findRunner([folderWith()], platform)).toBe(`${name} is not installed`);
  expect(findRunner([], platform)).toBe(`${name} is not installed`);
});

test('a machine for which no runner was built is named', () => {
  const folder = folderWith('@hostspec/runner-linux-vax');
  expect(findRunner([folder], 'linux-vax')).toBe('no runner was built for linux-vax');
});

itNeeds('a runner', `${process.platform}-${process.arch}` in built())(
  'the runner of this machine is the one that Node finds for this package',
  () => {
    const own = `${process.platform}-${process.arch}`;
    const path = createRequire(import.meta.url).resolve(`@hostspec/runner-${own}/package.json`);
    const found = findRunner();
    expect(typeof found === 'string' ? found : [hashOf(found.program), found.sha256]).toEqual([
      hashOf(join(path, '..', 'hostspec-runner')),
      built()[own],
    ]);
  },
);

test('without checksums, no runner is trusted', async () => {
  vi.resetModules();
  vi.doMock('node:fs', async (original) => ({
    ...(await original<object>()),
    readFileSync: () => {
      throw new Error('ENOENT');
    },
  }));
  onTestFinished(() => {
    vi.doUnmock('node:fs');
    vi.resetModules();
  });
  const { findRunner: find } = await import('./start.js');
  expect(find([folderWith(name)], platform)).toBe(`no runner was built for ${platform}`);
});
