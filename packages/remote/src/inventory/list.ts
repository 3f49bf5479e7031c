import { usageError } from '@hostspec/host-kit';
import { parseTarget, viaTarget } from '../target.js';
import { type Inventory, inventoryOf } from './inventory.js';

/**
 * Parses a list: on each line a target, or a name and `via:` with the command that reaches the host. For text that is no list, returns the
 * end of an error sentence.
 *
 * @throws UsageError for a command that is not allowed, with `whyNoCommands` if none is.
 */
export function readList(text: string, path: string, whyNoCommands: string | undefined): Inventory | string {
  const vias = new Map<string, string | undefined>();
  for (const [index, line] of text.split('\n').entries()) {
    const read = readLine(line);
    if (read === undefined) continue;
    const { name, via } = read;
    const problem = problemOf(read, whyNoCommands);
    // The error does not show the line, which can have a password.
    if (problem === 'no target') return `is not a list of targets (line ${index + 1})`;
    const isOther = vias.has(name) && vias.get(name) !== via;
    const refusal = isOther
      ? `${name} is there twice, with different ways to it; allowed: one line for each host`
      : problem;
    if (refusal !== undefined)
      throw usageError(`--hosts ${path}, line ${index + 1}: ${refusal}`, '--hosts', path);
    vias.set(name, via);
  }
  const names = [...vias.keys()];
  const list = inventoryOf(names, new Map([['ungrouped', { hosts: names, children: [] }]]), path);
  const hosts = list.hosts.map((host) => {
    const via = vias.get(host.name);
    return via === undefined ? host : { ...host, via };
  });
  return { ...list, hosts };
}

interface ListLine {
  readonly name: string;
  readonly via?: string;
}

/** Parses a line; undefined for a comment. */
function readLine(line: string): ListLine | undefined {
  const [, name, via = ''] = /^\s*([^\s#;]\S*)\s+via:(?:\s+(.*))?$/.exec(line.trimEnd()) ?? [];
  // A command can contain # and ;, so comments are not removed after `via:`.
  if (name !== undefined) return { name, via };
  const word = line.replace(/(^|\s)[#;].*/, '').trim();
  return word === '' && !line.startsWith('#!') ? undefined : { name: word };
}

function problemOf({ name, via }: ListLine, whyNoCommands: string | undefined): string | undefined {
  if (via !== undefined && whyNoCommands !== undefined) return whyNoCommands;
  try {
    if (via === undefined) parseTarget(name);
    else viaTarget(via);
    return undefined;
  } catch (error) {
    // A target of Kubernetes has an error of its own: no inventory of Ansible has such a line, and it has no password.
    return via === undefined && !/^kube(-node)?:\/\//.test(name) ? 'no target' : (error as Error).message;
  }
}
