import { spawnSync } from 'node:child_process';
import { expect } from 'vitest';

/** What happened at a terminal. */
export interface Typed {
  /** What appeared for each text, and before the first one. */
  readonly answers: readonly string[];
  /** What appeared after the last one. */
  readonly rest: string;
  readonly status: number;
  /** Whether the secret was in the arguments or the environment of any process meanwhile. */
  readonly isSeen: boolean;
}

// Types each text when the one before it has been answered: python3 has a terminal to give.
const typist = `
import glob, json, os, pty, select, sys
given = json.load(sys.stdin)
answers, seen, secret = [], False, given["secret"].encode()
pid, terminal = pty.fork()
if pid == 0:
    os.environ.update(TERM="xterm", NO_COLOR="1")
    os.execvp(given["argv"][0], given["argv"])
def look():
    global seen
    for name in glob.glob("/proc/[0-9]*/cmdline") + glob.glob("/proc/[0-9]*/environ") if secret else []:
        try:
            with open(name, "rb") as file: seen = seen or secret in file.read()
        except OSError: pass
def until(wanted):
    text = b""
    while wanted.encode() not in text:
        look()
        if not select.select([terminal], [], [], 60)[0]: raise SystemExit("no " + wanted + " in " + repr(text))
        try: piece = os.read(terminal, 65536)
        except OSError: piece = b""
        if not piece: raise SystemExit("ended before " + wanted + ": " + repr(text))
        text += piece
    return text.decode()
answers.append(until(given["first"]))
for keys, wanted in given["typed"]:
    os.write(terminal, keys.encode())
    answers.append(until(wanted))
if given["last"]: os.write(terminal, given["last"].encode())
rest = b""
while True:
    while not select.select([terminal], [], [], 0.02)[0]: look()
    try: piece = os.read(terminal, 65536)
    except OSError: piece = b""
    if not piece: break
    rest += piece
status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
print(json.dumps({"answers": answers, "rest": rest.decode(), "status": status, "isSeen": seen}))
`;

/**
 * Runs a command at a terminal and types when `first` has appeared; each text waits for what must appear after it, and `last` for nothing. Looks
 * for `secret` in all processes meanwhile.
 */
export function typeAt(given: {
  readonly argv: readonly string[];
  readonly first: string;
  readonly typed?: readonly (readonly [keys: string, wanted: string])[];
  readonly last?: string;
  readonly secret?: string;
}): Typed {
  const { stdout, stderr } = spawnSync('python3', ['-c', typist], {
    input: JSON.stringify({ typed: [], last: '', secret: '', ...given }),
    encoding: 'utf8',
    timeout: 120_000,
  });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}
