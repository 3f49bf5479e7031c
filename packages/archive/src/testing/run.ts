import { createHash } from 'node:crypto';
import type {
  AnnouncedSpec,
  Item,
  ItemPlace,
  OpenItem,
  Outcome,
  RunReport,
  RunStart,
  Sink,
  Source,
} from '@hostspec/spec';

/** Describes the start of a run of these specs. */
export function startOf(specs: readonly AnnouncedSpec[]): RunStart {
  return {
    tool: 'hostspec 9.9.9',
    domains: [{ name: 'kernel', version: '1.2.3' }],
    variant: 'b',
    brand: { vendor: 'redhat', client: 'insights' },
    specs,
    hostname: 'host.example',
    root: '/',
    started: 1_700_000_000_000,
  };
}

/** Describes the end of a run. */
export function reportOf({ specs, ...start }: RunStart, rest: Partial<RunReport> = {}): RunReport {
  return {
    ...start,
    order: specs.map((spec) => spec.name),
    finished: 1_700_000_009_000,
    notEntered: ['/mnt/nfs: a network mount'],
    notes: ['a note'],
    ...rest,
  };
}

/** The content that a test collects from one source. */
export interface Piece extends Partial<Omit<Item, 'path' | 'bytes' | 'sha256'>> {
  readonly source: Source;
  readonly content: string | Uint8Array;
}

/** A file's content. */
export function file(path: string, content: string | Uint8Array, rest: Partial<Item> = {}): Piece {
  return { source: { kind: 'file', path }, content, ...rest };
}

/** A command's output. */
export function command(commandLine: string, content: string | Uint8Array, rest: Partial<Item> = {}): Piece {
  return { source: { kind: 'command', argv: commandLine.split(' ') }, commandLine, content, rc: 0, ...rest };
}

/** Begins an item. The sink must have a descriptor left, so it does not wait. */
export function openNow(sink: Sink, place: ItemPlace): OpenItem {
  return sink.open(place) as OpenItem;
}

/** Keeps one piece, as the engine does. */
export function keepPiece(sink: Sink, spec: string, { content, ...piece }: Piece): Item {
  const opened = openNow(sink, { spec, ...piece });
  const bytes = Buffer.from(content);
  if (bytes.length > 0) void opened.write(bytes);
  const item: Item = {
    duration: 0.01,
    ...piece,
    path: opened.path,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  };
  void sink.keep(opened, item);
  return item;
}

/** The outcome of a spec with these items. */
export function outcomeOf(spec: AnnouncedSpec, items: readonly Item[], rest: Partial<Outcome> = {}): Outcome {
  return {
    name: spec.name,
    domain: spec.domain,
    type: spec.type,
    status: items.length > 0 ? 'collected' : 'absent',
    ...(items.length === 0 && { reason: 'there is no such file' }),
    items,
    misses: [],
    started: 1_700_000_000_100,
    duration: 0.25,
    ...rest,
  };
}

/** A spec of a plan. */
export function planned(name: string, rest: Partial<AnnouncedSpec> = {}): AnnouncedSpec {
  return { name, domain: 'kernel', type: 'simple_file', ...rest };
}

/** Keeps these pieces in a run and completes the archive. Returns its path. */
export async function runOf(
  sink: Sink,
  pieces: Readonly<Record<string, readonly Piece[]>>,
  { specs = Object.keys(pieces).map((name) => planned(name)), report = {} as Partial<RunReport> } = {},
): Promise<{ path: string; outcomes: Outcome[] }> {
  const start = startOf(specs);
  sink.begin(start);
  const outcomes: Outcome[] = [];
  for (const spec of specs) {
    const kept = (pieces[spec.name] ?? []).map((piece) => keepPiece(sink, spec.name, piece));
    const outcome = outcomeOf(spec, kept);
    outcomes.push(outcome);
    await sink.write(outcome);
  }
  return { path: await sink.finish(reportOf(start, report)), outcomes };
}
