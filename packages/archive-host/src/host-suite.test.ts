import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { directorySink, ndjsonSink, openArchive, tarGzSink } from '@hostspec/archive';
import { collectInto, plan } from '@hostspec/engine';
import { mangleCommand } from '@hostspec/host-kit';
import { globFile, type Sink, simpleCommand, slice } from '@hostspec/spec';
import {
  type FakeFile,
  fakeHost,
  filesOnDisk,
  type HostKind,
  hostSuite,
  type MadeHost,
  type SmallHost,
} from '@hostspec/testing';
import { createArchiveHost } from './host.js';

const absent = 'not in the archive';

const always: HostKind['lacks'] = {
  FIFOs: 'an archive has regular files only',
  times: 'an archive does not say when files were modified',
  'empty directories': 'an archive has directories only as parts of paths',
};

const ours: HostKind = {
  absent,
  lacks: {
    ...always,
    links: 'what a link leads to is stored under the path that was asked for',
    'links above the root': 'what a link leads to is stored under the path that was asked for',
  },
};

const strangers: HostKind = {
  absent,
  lacks: {
    ...always,
    'links above the root': 'a link that leads out of the archive is skipped',
  },
};

const withoutReasons: HostKind = {
  ...strangers,
  lacks: { ...strangers.lacks, 'denied files': 'the layout has no place for the reason' },
};

/** Opens an archive on disk as a host. */
async function opened(path: string, end: () => void): Promise<MadeHost> {
  const archive = await openArchive(path);
  return {
    host: await createArchiveHost(archive),
    end: async () => {
      await archive.close();
      end();
    },
  };
}

/** Collects the small host with the engine into an archive. */
async function collected(
  { files, commands, hostname }: SmallHost,
  sinkFor: (path: string) => Sink,
): Promise<MadeHost> {
  const directory = mkdtempSync(join(tmpdir(), 'small-archive-'));
  const doc = { doc: 'x' };
  const directories = [...new Set(Object.keys(files).map((path) => path.slice(0, path.lastIndexOf('/'))))];
  const specs = {
    files: globFile(
      directories.flatMap((path) => [`${path}/*`, `${path}/.*`]),
      doc,
    ),
    ...Object.fromEntries(
      Object.keys(commands).map((line, index) => [
        `command_${index}`,
        simpleCommand(line, { ...doc, keepRc: true }),
      ]),
    ),
  };
  const catalog = slice({ name: 'small', version: '1.0.0', specs });
  const host = fakeHost({ files, commands });
  const sink = sinkFor(join(directory, 'archive'));
  const { path } = await collectInto(await plan(catalog, { host }), { catalog, host, sink });
  const made = await opened(path, () => rmSync(directory, { recursive: true }));
  return { ...made, hostname };
}

hostSuite(
  'an archive of hostspec, in a directory',
  (small) => collected(small, (path) => directorySink({ path })),
  ours,
);
hostSuite(
  'an archive of hostspec, in a tar.gz',
  (small) => collected(small, (path) => tarGzSink({ path })),
  ours,
);
hostSuite(
  'an archive of hostspec, in NDJSON',
  (small) => collected(small, (path) => ndjsonSink({ path })),
  ours,
);

hostSuite(
  'an archive of insights-core',
  ({ files, commands }) => {
    const results = Object.entries(commands).map(([line, { rc }]) => ({
      type: 'insights.core.spec_factory.CommandOutputProvider',
      object: { relative_path: `insights_commands/${mangleCommand(line)}`, rc, cmd: line },
    }));
    const errors = Object.keys(files)
      .filter((path) => isDenied(files[path]))
      .map((path) => `insights.core.exceptions.ContentException: Cannot access ${path}`);
    const { path, end } = filesOnDisk({
      'insights_archive.txt': '',
      'meta_data/insights.specs.Specs.small.json': JSON.stringify({
        name: 'insights.specs.Specs.small',
        results,
        errors,
      }),
      ...below('data', readable(files)),
      ...below('data/insights_commands', outputs(commands)),
    });
    return opened(path, end);
  },
  strangers,
);

hostSuite(
  'a sos report',
  ({ files, commands }) => {
    const told = Object.entries(commands).map(([exec, { rc }]) => ({
      exec,
      filepath: `sos_commands/small/${mangleCommand(exec)}`,
      return_code: rc,
    }));
    const manifest = { components: { report: { plugins: { small: { commands: told } } } } };
    const { path, end } = filesOnDisk({
      'sos_reports/manifest.json': JSON.stringify(manifest),
      ...files,
      ...below('sos_commands/small', outputs(commands)),
    });
    return opened(path, end);
  },
  withoutReasons,
);

hostSuite(
  'the tree of a host',
  ({ files }) => {
    const { path, end } = filesOnDisk(files);
    return opened(path, end);
  },
  { ...strangers, lacks: { ...withoutReasons.lacks, commands: 'a tree has files only' } },
);

function isDenied(file: FakeFile | undefined): boolean {
  return typeof file === 'object' && 'denied' in file;
}

function readable(files: SmallHost['files']): SmallHost['files'] {
  return Object.fromEntries(Object.entries(files).filter(([, file]) => !isDenied(file)));
}

function below<T>(directory: string, files: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(files).map(([path, file]) => [join(directory, path), file]));
}

function outputs(commands: SmallHost['commands']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(commands).map(([line, { output }]) => [mangleCommand(line), output]),
  );
}
