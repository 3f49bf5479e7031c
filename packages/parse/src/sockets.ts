import { eachLine, type Table } from './table.js';
import { countOf, ipv6Of, wordsOf } from './words.js';

/** A listening socket. */
export interface Listener {
  readonly protocol: 'tcp' | 'udp';
  readonly address: string;
  readonly port: string;
  /** Undefined if the collector had no permission to see it. */
  readonly program: string | undefined;
}

/** A socket of TCP or UDP. */
export interface Socket {
  readonly protocol: 'tcp' | 'udp';
  /** As ss names it: `LISTEN`, `ESTAB`, `UNCONN`, `TIME-WAIT`, … */
  readonly state: string;
  /** Bytes to be read; for a listening socket, connections to be accepted. */
  readonly receiveQueue: number;
  /** Bytes to be sent; for a listening socket, the most connections that may wait. */
  readonly sendQueue: number;
  /** Address and port, as ss prints them. */
  readonly local: string;
  readonly peer: string;
  /** The programs that have it open, as printed by ss: `users:((…))`. Undefined if the collector had no permission to see them. */
  readonly users: string | undefined;
}

/** The sockets of TCP and UDP in the output of `ss` (spec `ss`). */
export const sockets: Table<Socket> = eachLine((line) => {
  const [protocol, state = '', received, sent, local, peer] = wordsOf(line);
  const [receiveQueue, sendQueue] = [countOf(received), countOf(sent)];
  if ((protocol !== 'tcp' && protocol !== 'udp') || receiveQueue === undefined || sendQueue === undefined)
    return undefined;
  if (local === undefined || peer === undefined) return undefined;
  const users = /\busers:\(\(.*\)\)/.exec(line)?.[0];
  return { protocol, state, receiveQueue, sendQueue, local, peer, users };
});

/** True for a listening socket, also of UDP. */
export function isListening({ state }: Socket): boolean {
  return state === 'LISTEN' || state === 'UNCONN';
}

/** The listening sockets of `ss` (spec `ss`), which must include TCP or UDP. */
export const ssListeners: Table<Listener> = () => {
  const reader = sockets();
  return {
    line(text) {
      const socket = reader.line(text);
      if (!socket || !isListening(socket)) return undefined;
      const program = /users:\(\("([^"]{1,64})"/.exec(text)?.[1];
      return listenerOf(socket.protocol, socket.local, program);
    },
  };
};

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

/**
 * The listening sockets in `/proc/net/tcp` and its like, each line after the path of its file (spec `proc_net_sockets`). Addresses are
 * read as little-endian processors have them, unless a line of `/sys/kernel/cpu_byteorder` before them says `big`.
 */
export const kernelListeners: Table<Listener> = () => {
  let isBig = false;
  return {
    line(text) {
      isBig ||= text === '/sys/kernel/cpu_byteorder:big';
      return kernelListener(text, isBig);
    },
  };
};

function kernelListener(line: string, isBig: boolean): Listener | undefined {
  const row =
    /^\/proc\/net\/(tcp|udp)6?: *\d+: ([\dA-F]{8}|[\dA-F]{32}):([\dA-F]{4}) [\dA-F]+:([\dA-F]{4}) ([\dA-F]{2}) /;
  const [, protocol, address = '', port = '', peer, state] = row.exec(line) ?? [];
  if (protocol !== 'tcp' && protocol !== 'udp') return undefined;
  if (protocol === 'tcp' ? state !== '0A' : peer !== '0000') return undefined;
  return {
    protocol,
    address: addressOf(address, isBig),
    port: `${Number.parseInt(port, 16)}`,
    program: undefined,
  };
}

/** An address in words of four bytes, each as the processor has it. */
function addressOf(words: string, isBig: boolean): string {
  const bytes = (words.match(/.{8}/g) ?? []).flatMap((word) => {
    const own = word.match(/../g) ?? [];
    return isBig ? own : own.reverse();
  });
  if (bytes.length === 4) return bytes.map((byte) => Number.parseInt(byte, 16)).join('.');
  return ipv6Of(bytes.join(''));
}

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
