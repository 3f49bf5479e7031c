const host = `import {
  type CollectingHost,
  type CommandEnd,
  commandResult,
  defaultMaxItemBytes,
  type FileFacts,
  giveBytes,
  globOver,
  type HostError,
  hostError,
  joinWords,
  normalize,
  runWords,
  splitWords,
  storedHostname,
} from '@hostspec/spec';

/** A host as somebody remembers it: files by path, commands by command line. */
export interface Memory {
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  readonly commands: Readonly<Record<string, { readonly output: string; readonly rc: number }>>;
}

/** Presents a remembered host. */
export function createRememberedHost(memory: Memory): CollectingHost {
  const files = new Map(Object.entries(memory.files).map(([path, file]) => [normalize(path), Buffer.from(file)]));
  const commands = new Map(
    Object.entries(memory.commands).map(([line, command]) => [joinWords(splitWords(line)), command]),
  );
  const programs = [...commands.keys()].map((line) => splitWords(line)[0] ?? '');
  let stopped: string | undefined;
  const names = (path: string): string[] => {
    const prefix = path === '/' ? path : \`\${path}/\`;
    const below = [...files.keys()].filter((file) => file.startsWith(prefix));
    return [...new Set(below.map((file) => file.slice(prefix.length).split('/')[0] ?? ''))].sort();
  };
  const stat = (path: string): FileFacts | undefined => {
    const file = files.get(normalize(path));
    if (file) return { kind: 'file', size: file.length, modified: 0 };
    return names(normalize(path)).length > 0 ? { kind: 'directory', size: 0, modified: 0 } : undefined;
  };
  const list = (path: string): string[] => {
    if (stat(path)?.kind === 'directory') return names(normalize(path));
    throw stat(path) ? hostError('refused', \`\${path}: is not a directory\`) : absent(path);
  };
  const content = (path: string): Uint8Array => {
    const file = files.get(normalize(path));
    if (file) return file;
    throw stat(path) ? hostError('refused', \`\${path}: is a directory, not a regular file\`) : absent(path);
  };
  const ready = (): void => {
    if (stopped !== undefined) throw hostError('failed', stopped);
  };
  const known = (argv: readonly string[]): { readonly end: CommandEnd; readonly output: Uint8Array } => {
    const command = commands.get(joinWords(argv));
    if (command && stopped === undefined) return { end: { rc: command.rc }, output: Buffer.from(command.output) };
    const reason = stopped ?? \`command not found: \${argv[0] ?? ''}\`;
    return { end: { problem: stopped === undefined ? 'absent' : 'failed', reason }, output: Buffer.alloc(0) };
  };
  const host: CollectingHost = {
    executes: false,
    root: '/',
    hostname: () => storedHostname(host),
    async readFile(path, { maxBytes } = {}) {
      ready();
      return content(path).subarray(0, maxBytes);
    },
    async readInto(path, take, { maxBytes = defaultMaxItemBytes } = {}) {
      ready();
      return await giveBytes(content(path), take, maxBytes);
    },
    async stat(path) {
      ready();
      return path.includes('\\0') ? undefined : stat(path);
    },
    async look(path) {
      ready();
      const facts = stat(path);
      if (facts) return facts;
      throw absent(path);
    },
    async list(path) {
      ready();
      return list(path);
    },
    async glob(patterns, options) {
      ready();
      return await globOver(patterns, { list, stat }, options);
    },
    run: runWords(async (argv) => commandResult(known(argv).end, known(argv).output)),
    async runInto(argv, take, { maxBytes = defaultMaxItemBytes } = {}) {
      const { end, output } = known(argv);
      const cut = await giveBytes(output, take, maxBytes);
      return cut === undefined ? end : { ...end, cut };
    },
    which: async (program) =>
      programs.find((path) => path === program || (program !== '' && path.endsWith(\`/\${program}\`))),
    async stop(reason) {
      stopped ??= reason;
      return 0;
    },
    notEntered: () => [],
  };
  return host;
}

function absent(path: string): HostError {
  return hostError('absent', \`\${path}: nobody remembers it\`);
}
`;

const tests = `import { hostSuite } from '@hostspec/testing';
import { createRememberedHost, type Memory } from './remembered-host.js';

const forgotten = 'nobody remembers more than content';

hostSuite(
  'a remembered host',
  ({ files, commands }) => ({ host: createRememberedHost({ files: files as Memory['files'], commands }) }),
  {
    absent: 'nobody remembers it',
    lacks: {
      'the end of a file': 'its beginning is kept',
      links: forgotten,
      'links above the root': forgotten,
      FIFOs: forgotten,
      times: forgotten,
      'denied files': forgotten,
      'empty directories': forgotten,
    },
  },
);
`;

/** A further kind of host: its own files, and the line in a table as `[file, text of the line before, line]`. */
export const hostKind = {
  files: {
    'packages/local-host/src/remembered-host.ts': host,
    'packages/local-host/src/remembered-host.test.ts': tests,
  },
  table: [
    [
      'packages/local-host/src/index.ts',
      './host.js',
      "export { createRememberedHost, type Memory } from './remembered-host.js';",
    ],
  ],
};
