import { type ArchivedFile, readArchived } from './opened-archive.js';
import type { StoredOutput } from './stored-output.js';

const maxListing = 16 * 1024 * 1024;

/** Outputs that insights-core stores under a name of their own. */
const ownNames: readonly { readonly program: RegExp; readonly name: string }[] = [
  { program: /^\/usr\/bin\/env python3 \S*\/telemetry\.py$/, name: 'ansible_telemetry' },
  { program: /^\/usr\/bin\/pmlogsummary /, name: 'pmlogsummary_based_on_pcp_zeroconf_archives' },
];

/**
 * The output of a command that is stored under a name that does not follow from its arguments. A listing counts only if it is one of
 * the directories asked for: the catalog did not decide which ones insights-core listed.
 */
export async function savedOutput(
  argv: readonly string[],
  saved: ReadonlyMap<string, ArchivedFile>,
): Promise<StoredOutput | undefined> {
  const line = argv.join(' ');
  const own = saved.get(ownNames.find(({ program }) => program.test(line))?.name ?? '');
  if (own) return { file: own, rc: 0 };
  const [program, options = '', ...directories] = argv.filter((word) => word !== '--');
  if (program !== '/bin/ls' || !/^-[A-Za-z]+$/.test(options)) return undefined;
  for (const name of [`ls_${options.slice(1)}`, `ls_${options.slice(1)}_filtered`]) {
    const file = saved.get(name);
    if (file && lists((await readArchived(file, maxListing)).toString(), directories)) return { file, rc: 0 };
  }
  return undefined;
}

/** Whether each one has its part, its own line, or a line that says why not. */
function lists(output: string, directories: readonly string[]): boolean {
  const lines = output.split('\n');
  const isTold = (path: string): boolean =>
    lines.some((line) => line === `${path}:` || line.endsWith(` ${path}`) || line.includes(`'${path}'`));
  return directories.length > 0 && directories.every(isTold);
}
