import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { directoryOf } from './cli.js';

/** A host that a test plays. */
export interface SilentHost {
  /** The command for `--via`. */
  readonly via: string;
  /** Waits until it was asked for something that it does not answer. */
  asked(): Promise<void>;
}

/** A host that answers the greeting, and is silent after that. With `denies`, it also says that it has no files of denials. */
export function silentHost({ denies = false } = {}): SilentHost {
  const directory = directoryOf({ 'host.mjs': program });
  const asked = join(directory, 'asked');
  const words = [process.execPath, join(directory, 'host.mjs'), asked, ...(denies ? ['denies'] : [])];
  return {
    via: words.join(' '),
    async asked() {
      while (!existsSync(asked)) await setTimeout(20);
    },
  };
}

const program = `
import { writeFileSync } from 'node:fs';
const [, , asked, denies] = process.argv;
const greeting = { protocol: 3, build: 'x', arch: 'amd64', root: '/', hostname: 'silent', uid: 0, gid: 0, groups: [0] };
const send = (kind, id, body) => {
  const payload = Buffer.from(JSON.stringify(body));
  const header = Buffer.alloc(16);
  header.writeUInt32BE(payload.length, 0);
  header.writeUInt32BE(id, 4);
  header[8] = kind;
  process.stdout.write(Buffer.concat([header, payload]));
};
const answer = (id, kind, text) => {
  if (kind === 1) send(64, id, greeting);
  else if (kind === 5 && denies && /deny|insights-client|brand/.test(text))
    send(66, id, { problem: 'absent', reason: 'absent' });
  else writeFileSync(asked, '');
};
let bytes = Buffer.alloc(0);
const take = (more) => {
  bytes = Buffer.concat([bytes, more]);
  while (bytes.length >= 16 && bytes.length >= 16 + bytes.readUInt32BE(0)) {
    const end = 16 + bytes.readUInt32BE(0);
    answer(bytes.readUInt32BE(4), bytes[8], bytes.subarray(16, end).toString());
    bytes = bytes.subarray(end);
  }
};
let script = '';
let isStarted = false;
process.stdin.on('data', (more) => {
  if (isStarted) return take(more);
  script += more;
  const [, one, two] = /'%s%s (?:%s|start).n' (\\w+) (\\w+)/.exec(script) ?? [];
  if (one === undefined || !/}\\n$/.test(script)) return;
  isStarted = true;
  process.stdout.write(one + two + ' start\\n' + one + two + ' run temporary amd64\\nhostspec-runner frames follow\\n');
  take(Buffer.from(/--first ([\\w+/=]+)/.exec(script)?.[1] ?? '', 'base64'));
});
process.stdin.on('end', () => process.exit());
`;
