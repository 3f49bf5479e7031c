import { someOf } from '@hostspec/host-kit';
import { kernelListeners, type Listener, netstatListeners, ssListeners } from '@hostspec/parse';
import { type Evidence, firstRows } from '../evidence.js';
import type { Finding } from '../summary.js';

const most = 40;
const tables = {
  ss: ssListeners,
  netstat: netstatListeners,
  busybox_netstat: netstatListeners,
  proc_net_sockets: kernelListeners,
};

/** What listens on which port. */
export async function portFacts({ text, rows }: Evidence): Promise<Finding[]> {
  const found = await firstRows(rows, tables);
  if (!found) return await noneFacts(text);
  const [listeners, from] = found;
  const byPort = new Map<string, Listener[]>();
  for (const one of listeners) {
    const key = `${one.protocol} ${one.port}`;
    byPort.set(key, [...(byPort.get(key) ?? []), one].slice(0, most));
  }
  return [...byPort]
    .sort(([, [a]], [, [b]]) => Number(a?.port) - Number(b?.port))
    .slice(0, most)
    .map(([label, all]) => {
      const programs = [...new Set(all.map(({ program }) => program ?? 'unknown program'))];
      const addresses = [...new Set(all.map(({ address }) => address))];
      return { label, text: `${someOf(programs, 3)} on ${someOf(addresses, 4)}`, from, data: all };
    });
}

/** An output of which no line is a listening socket. */
async function noneFacts(text: Evidence['text']): Promise<Finding[]> {
  const head = /^(?:Netid\s+State\s|Active Internet connections|\/proc\/net\/tcp: *sl )/m;
  for (const from of Object.keys(tables) as (keyof typeof tables)[])
    if (head.test((await text(from)) ?? ''))
      return [{ label: 'sockets', text: 'none', from, whole: true, data: [] }];
  return [];
}
