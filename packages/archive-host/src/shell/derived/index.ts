import { joinWords } from '@hostspec/spec';
import { programOf } from '../../same-command.js';
import type { RecordedCommand } from '../../stored-output.js';
import type { Content } from '../builtin.js';
import { linesOf, mostKept } from '../contents.js';
import type { ArchiveSession } from '../session.js';
import { getent, id, last, lastb, passwd } from './accounts.js';
import { lsblk } from './block-devices.js';
import type { Derive, Derived, Source, Sources } from './derivation.js';
import { df, du, findmnt, mount } from './file-systems.js';
import { journalctl } from './journal.js';
import { lvs, pvs, vgs } from './lvm.js';
import { free } from './memory.js';
import { netstat, route } from './net-tools.js';
import { ip, ss } from './network.js';
import { apt, aptMark, dpkg, rpm } from './packages.js';
import { lsof, pgrep, pidof, ps } from './processes.js';
import { dmesg, dmidecode, lsbRelease, nproc, sysctl, top, uname, uptime } from './system.js';
import { systemctl } from './units.js';

/** By program: common command lines that can be answered from other outputs and files. */
const derivations: Readonly<Record<string, Derive>> = {
  apt,
  'apt-mark': aptMark,
  df,
  dmesg,
  dmidecode,
  dpkg,
  du,
  findmnt,
  free,
  getent,
  id,
  ip,
  journalctl,
  last,
  lastb,
  lsb_release: lsbRelease,
  lsblk,
  lsof,
  lvs,
  mount,
  netstat,
  nproc,
  passwd,
  pgrep,
  pidof,
  ps,
  route,
  pvs,
  rpm,
  ss,
  sysctl,
  systemctl,
  top,
  uname,
  uptime,
  vgs,
};

/** The programs of which some command lines are answered from other outputs. */
export const derivedPrograms: readonly string[] = Object.keys(derivations);

/** Why a recorded command has no output. */
export interface Reason {
  readonly line: string;
  readonly reason: string;
}

/** A derived output, or the reasons why it is missing, as far as the archive has them. */
export interface Derivation {
  readonly derived?: Derived | undefined;
  readonly reasons: readonly Reason[];
}

/** Derives the output of a command from what the archive has. `complain` gets messages about what is left out. */
export async function derive(
  argv: readonly string[],
  session: ArchiveSession,
  complain: (message: string) => void,
): Promise<Derivation> {
  const program = programOf(argv[0] ?? '');
  const derivation = Object.hasOwn(derivations, program) ? derivations[program] : undefined;
  if (!derivation) return { reasons: [] };
  const reasons = new Map<string, string>();
  const named = (line: string, spec: string | undefined): string =>
    spec === undefined ? line : `spec ${spec} (${line})`;
  const sourceOf = ({ argv: words, output }: RecordedCommand): Source | undefined => {
    const line = joinWords(words);
    if (!output.file && output.rc !== 0) {
      reasons.set(line, output.reason ?? output.problem ?? 'nothing was printed');
      return undefined;
    }
    return {
      name: named(line, session.specOf(line)),
      args: words.slice(1),
      lines: () => textLinesOf(output.file?.stream(), line, complain),
    };
  };
  const recorded = (name: string): readonly RecordedCommand[] =>
    session.commands.filter(({ argv: [path = ''] }) => programOf(path) === name);
  const fileOf = (path: string): Source | undefined => {
    const file = session.fileAt(path);
    if (!file) return undefined;
    const name = named(path, session.specOf(path));
    return { name, args: [], lines: () => textLinesOf(file.stream(), path, complain) };
  };
  const sources: Sources = {
    command(name, accept) {
      for (const command of recorded(name)) {
        const source = accept(command.argv.slice(1)) ? sourceOf(command) : undefined;
        if (source) return source;
      }
      return undefined;
    },
    commands: (name) => recorded(name).flatMap((command) => sourceOf(command) ?? []),
    file: fileOf,
    files: async (pattern) => (await session.glob(pattern)).flatMap((path) => fileOf(path) ?? []),
  };
  return {
    derived: await derivation(argv.slice(1), sources),
    reasons: [...reasons].map(([line, reason]) => ({ line, reason })),
  };
}

async function* textLinesOf(
  content: Content | undefined,
  name: string,
  complain: (message: string) => void,
): AsyncGenerator<string, void, undefined> {
  let bytes = 0;
  if (!content) return;
  for await (const line of linesOf(content)) {
    bytes += line.length;
    if (bytes > mostKept) {
      complain(`${name}: more than ${mostKept} bytes; the rest is left out`);
      return;
    }
    yield line.toString().replace(/\r?\n$/, '');
  }
}
