import { positionText } from '../load/problem-lines.js';
import type { KeyPath, YamlFile } from '../load/yaml-file.js';
import { inventoryLimits } from './host-pattern.js';
import type { InventoryBuilder } from './inventory.js';
import { allHosts, inventoryError, type Place } from './inventory-place.js';

type Mapping = Readonly<Record<string, unknown>>;

/** Reads an inventory in Ansible's YAML form: groups with `hosts`, `vars` and `children`. */
export function readYamlInventory(file: YamlFile, builder: InventoryBuilder): void {
  // Finding a place takes time proportional to the file.
  const place =
    (keys: KeyPath): Place =>
    () =>
      positionText(file.path, file.atKey(keys));
  const readGroup = (name: string, group: unknown, keys: KeyPath): void => {
    builder.declareGroup(name, place(keys));
    if (keys.length > 2 * inventoryLimits.depth)
      throw inventoryError(
        place(keys),
        `is more than ${inventoryLimits.depth} groups deep; allowed: at most that many`,
      );
    for (const [key, content] of Object.entries(mappingAt(group, place(keys), name))) {
      const here = [...keys, key];
      const part = parts[key];
      if (!part)
        throw inventoryError(
          place(here),
          `${JSON.stringify(key)} is not a part of a group; allowed: hosts, vars, children`,
        );
      part(name, content, here);
    }
  };

  const parts: Readonly<Record<string, (group: string, content: unknown, keys: KeyPath) => void>> = {
    __proto__: null as never,
    hosts(group, content, keys) {
      // Ansible takes one host as text, too.
      const hosts =
        typeof content === 'string' ? { [content]: null } : mappingAt(content, place(keys), 'hosts');
      for (const [pattern, variables] of Object.entries(hosts)) {
        const at = place([...keys, pattern]);
        builder.addHosts(
          pattern,
          group === allHosts ? undefined : group,
          textsOf(mappingAt(variables, at, pattern)),
          at,
        );
      }
    },
    vars(group, content, keys) {
      for (const [name, value] of textsOf(mappingAt(content, place(keys), 'vars')))
        builder.setVariable(group, name, value, place([...keys, name]));
    },
    children(group, content, keys) {
      for (const [child, below] of Object.entries(mappingAt(content, place(keys), 'children'))) {
        const here = [...keys, child];
        if (group !== allHosts) builder.addChild(group, child, place(here));
        readGroup(child, below, here);
      }
    },
  };

  const groups = mappingAt(file.value, place([]), 'the file');
  for (const [name, group] of Object.entries(groups)) readGroup(name, group, [name]);
}

/** An absent value is an empty mapping. */
export function mappingAt(value: unknown, place: Place, what: string): Mapping {
  if (value === null || value === undefined) return {};
  if (typeof value === 'object' && !Array.isArray(value)) return value as Mapping;
  const form = Array.isArray(value) ? 'a list' : typeof value;
  throw inventoryError(
    place,
    `${what} is ${form}; allowed: a mapping, as ansible-inventory --list --yaml prints it`,
  );
}

/** The variables with one value; hostspec uses no others. */
export function textsOf(variables: Mapping): [string, string][] {
  return Object.entries(variables).flatMap(([name, value]): [string, string][] =>
    ['string', 'number', 'boolean'].includes(typeof value) ? [[name, String(value)]] : [],
  );
}
