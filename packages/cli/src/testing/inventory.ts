/** What `ansible-inventory --list` prints for these hosts with their variables. */
export function inventoryJson(
  hosts: Readonly<Record<string, object>>,
  groups: Readonly<Record<string, object>> = {},
): string {
  const ungrouped = { hosts: Object.keys(hosts) };
  return JSON.stringify({
    _meta: { hostvars: hosts },
    all: { children: ['ungrouped'] },
    ungrouped,
    ...groups,
  });
}

/** Hosts that are all this machine. */
export function localHosts(...names: readonly string[]): Record<string, object> {
  return Object.fromEntries(names.map((name) => [name, { ansible_connection: 'local' }]));
}

/** The names `PREFIX1`, `PREFIX2`, …. */
export function numbered(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`);
}
