import { collapsed, type NoiseRule } from './noise-rule.js';

const why = 'connections, queues and process ids';

/** Sockets of `ss -tupna`: listening ones count, with their address and program. */
export const ssSockets: NoiseRule = {
  why,
  unordered: true,
  keys: (lines) =>
    lines.map((line) => {
      if (!/^\w+ +(?:LISTEN|UNCONN) /.test(line)) return undefined;
      const [protocol, state, , , local, peer, ...users] = collapsed(line).trim().split(' ');
      const programs = new Set(users.join(' ').match(/(?<=")[^"]+(?=",pid=)/g));
      return [protocol, state, local, peer, ...[...programs].sort()].join(' ');
    }),
};

/** Sockets of `netstat -neopa`: listening ones count, with their address and program. */
export const netstatSockets: NoiseRule = {
  why,
  unordered: true,
  keys: (lines) =>
    lines.map((line) => {
      const words = collapsed(line).trim().split(' ');
      const program = words.find((word) => /^(?:\d+\/.|-$)/.test(word))?.replace(/^\d+\//, '') ?? '';
      if (/^(?:tcp|udp|raw)/.test(line) && (/ LISTEN /.test(line) || / (?:0\.0\.0\.0|::):\* /.test(line)))
        return [words[0], words[3], words[4], program].join(' ');
      if (/^unix /.test(line) && / LISTENING /.test(line)) return ['unix', program, words.at(-1)].join(' ');
      return undefined;
    }),
};
