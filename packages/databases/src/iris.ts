import { posix } from 'node:path';
import { namedFile } from '@hostspec/facts';
import { defineProvider, type Host, listOr, nothing, readText, runLines } from '@hostspec/spec';
import { type IniLookup, parseIni } from './ini.js';

const listCommand = '/usr/bin/iris list';

/** The configuration file of every IRIS instance. */
export const irisWorkingConfiguration = defineProvider({
  name: 'iris_working_configuration',
  doc: 'Existing configuration files of the IRIS instances, in the order of `iris list`: `directory` joined with the first word of `conf file`, each path once. An instance that lacks one of the two is left out; the reference implementation then gives nothing at all.',
  yields: 'list',
  evaluate: async ({ host }) => {
    const lines = await runLines(host, listCommand);
    if (!lines) return nothing(`\`${listCommand}\` gives no list`);
    return listOr(await configurationFiles(host, lines), `\`${listCommand}\` names no existing file`);
  },
});

/** The message log of every IRIS instance. */
export const irisWorkingMessagesLog = defineProvider({
  name: 'iris_working_messages_log',
  doc: 'Existing message logs, in the order of the IRIS configuration files: the text after the last comma of `console` in section `config`, otherwise messages.log in the directory of database IRISSYS, each path once. The reference implementation leaves out an instance if either `console` or IRISSYS is not set, although one of them is enough to find the log. A log is read with the rights of the account that can change the configuration file that names it.',
  yields: 'list',
  async evaluate({ host }) {
    const files = await configurationFiles(host, (await runLines(host, listCommand)) ?? []);
    if (files.length === 0) return nothing('no IRIS configuration file is known');
    const logs = new Map<string, string>();
    for (const file of files) {
      const log = messagesLog(parseIni((await readText(host, file)) ?? ''));
      if (log !== undefined && !logs.has(log)) logs.set(log, file);
    }
    const found = await existing(host, [...logs.keys()]);
    const named = await Promise.all(found.map((log) => namedFile(host, log, logs.get(log) ?? log)));
    return listOr(
      named.filter((log) => log !== undefined),
      `no message log of ${files.join(', ')} exists`,
    );
  },
});

async function configurationFiles(host: Host, lines: readonly string[]): Promise<string[]> {
  const instances: Map<string, string>[] = [];
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (line.startsWith('Configuration')) instances.push(new Map());
    else if (colon > 0) instances.at(-1)?.set(line.slice(0, colon).trim(), line.slice(colon + 1).trim());
  }
  const paths = instances.map((instance) =>
    joined(instance.get('directory'), instance.get('conf file')?.split(/\s/)[0]),
  );
  return existing(host, paths);
}

function messagesLog(option: IniLookup): string | undefined {
  const log = /,([^,]*)$/.exec(option('config', 'console') ?? '')?.[1]?.trim();
  return joined(option('Databases', 'IRISSYS')?.split(',')[0]?.trim(), log || 'messages.log');
}

function joined(directory: string | undefined, file: string | undefined): string | undefined {
  if (file?.startsWith('/')) return file;
  return directory && file ? posix.join(directory, file) : undefined;
}

async function existing(host: Host, paths: readonly (string | undefined)[]): Promise<string[]> {
  const distinct = [...new Set(paths.filter((path) => path !== undefined))];
  const facts = await Promise.all(distinct.map((path) => host.stat(path)));
  return distinct.filter((_, index) => facts[index]?.kind === 'file');
}
