import { nearest } from '@hostspec/spec';
import type { CommandEntry } from '../command.js';
import { exitStatus } from '../exit-status.js';
import type { Io } from '../io.js';
import { installedNames } from '../load/installed.js';
import { usageError } from '../usage-error.js';
import { bashScript } from './bash.js';
import { type CommandTable, commandTable } from './command-table.js';
import { fishScript } from './fish.js';
import { specNames } from './installed-names.js';
import { zshScript } from './zsh.js';

const scripts: Readonly<Record<string, (table: CommandTable) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

const names: Readonly<Record<string, () => readonly string[]>> = {
  specs: specNames,
  domains: () => installedNames(),
};

/** Prints the script for a shell, or names for such a script. @throws UsageError for anything else. */
export async function printCompletion(
  what: string,
  commands: readonly CommandEntry[],
  io: Io,
): Promise<number> {
  const script = Object.hasOwn(scripts, what) ? scripts[what] : undefined;
  const list = Object.hasOwn(names, what) ? names[what] : undefined;
  if (script) io.out.write(script(await commandTable(commands)));
  else if (list)
    io.out.write(
      list()
        .map((name) => `${name}\n`)
        .join(''),
    );
  else {
    const allowed = [...Object.keys(scripts), ...Object.keys(names)];
    const [meant] = nearest(what, allowed);
    const hint = meant === undefined ? `allowed: ${allowed.join(', ')}` : `did you mean ${meant}?`;
    throw usageError(`there is no completion for ${JSON.stringify(what)}; ${hint}`, 'completion', what);
  }
  return exitStatus.done;
}
