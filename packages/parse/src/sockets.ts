import { eachLine, type Table } from './table.js';
import { wordsOf } from './words.js';

/** A socket that waits for connections or datagrams. */
export interface Listener {
  readonly protocol: 'tcp' | 'udp';
  readonly address: string;
  readonly port: string;
  /** Undefined if the collector was not allowed to see it. */
  readonly program: string | undefined;
}

/** The listening sockets of `ss` (spec `ss`), which must include TCP or UDP. */
export const ssListeners: Table<Listener> = eachLine((line) => {
  const [protocol, state = '', , , local = ''] = wordsOf(line);
  if ((protocol !== 'tcp' && protocol !== 'udp') || !/^(?:LISTEN|UNCONN)$/.test(state)) return undefined;
  const program = /users:\(\("([^"]{1,64})"/.exec(line)?.[1];
  return listenerOf(protocol, local, program);
});

/** The listening sockets of `netstat -neopa` (spec `netstat`). */
export const netstatListeners: Table<Listener> = eachLine((line) => {
  const words = wordsOf(line);
  const protocol = /^(tcp|udp)6?$/.exec(words[0] ?? '')?.[1] as 'tcp' | 'udp' | undefined;
  if (protocol === undefined || (protocol === 'tcp' && words[5] !== 'LISTEN')) return undefined;
  if (protocol === 'udp' && !/:\*$/.test(words[4] ?? '')) return undefined;
  const program = words
    .map((word) => /^\d+\/([^/]{1,64})/.exec(word)?.[1])
    .find((name) => name !== undefined);
  return listenerOf(protocol, words[3] ?? '', program);
});

function listenerOf(
  protocol: 'tcp' | 'udp',
  local: string,
  program: string | undefined,
): Listener | undefined {
  const at = local.lastIndexOf(':');
  const port = local.slice(at + 1);
  return at > 0 && /^[\w*-]{1,32}$/.test(port)
    ? { protocol, address: local.slice(0, at), port, program }
    : undefined;
}
