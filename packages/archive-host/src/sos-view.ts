import { isObject, mangleCommand } from '@hostspec/host-kit';
import type { OpenedArchive } from './opened-archive.js';
import { at, readJson } from './opened-archive.js';
import { storedOutputs } from './stored-output.js';
import { createTree } from './tree.js';
import type { MakeView } from './view.js';

interface SosCommand {
  readonly exec?: unknown;
  readonly filepath?: unknown;
  readonly return_code?: unknown;
}

const commandNotFound = 127;

/** sos reports: outputs below `sos_commands/<plugin>/`, exit statuses in the manifest, if there is one. */
export const sosView: MakeView = async (archive) => {
  const outputs = storedOutputs();
  const commands = await commandsOf(archive);
  const byPath = new Map(commands.map((command) => [command.filepath, command]));
  for (const [path, file] of archive.files) {
    const [directory, , ...names] = path.split('/');
    if (directory !== 'sos_commands' || names.length === 0) continue;
    const { exec, return_code: rc } = byPath.get(path) ?? {};
    outputs.addNamed(
      names.join('/'),
      { ...(file.bytes > 0 && { file }), rc: typeof rc === 'number' ? rc : 0 },
      typeof exec === 'string' ? exec : undefined,
    );
  }
  for (const { exec, filepath, return_code: rc } of commands) {
    if (typeof exec !== 'string' || typeof rc !== 'number' || typeof filepath === 'string') continue;
    const reason = `command not found: ${exec.split(' ')[0]}`;
    const output = rc === commandNotFound ? { problem: 'absent' as const, reason } : { rc };
    outputs.addNamed(mangleCommand(exec), output, exec);
  }
  return {
    tree: createTree(archive),
    ...outputs,
  };
};

async function commandsOf({ files }: OpenedArchive): Promise<SosCommand[]> {
  const file = files.get('sos_reports/manifest.json');
  const plugins = file && at(await readJson(file), 'components', 'report', 'plugins');
  if (!isObject(plugins)) return [];
  return Object.values(plugins).flatMap((plugin) => {
    const commands = at(plugin, 'commands');
    return Array.isArray(commands) ? commands.filter(isObject) : [];
  });
}
