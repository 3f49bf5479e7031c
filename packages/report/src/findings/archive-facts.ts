import type { Archive, ArchiveOutcome } from '@hostspec/archive';
import {
  type Content,
  type Facts,
  factRows,
  type HostFacts,
  type Missing,
  type NotKnown,
  type SpecContent,
  specsOfTable,
} from '@hostspec/findings';
import { isDeselected, isForOthers } from '@hostspec/host-kit';
import { bootTimeOf, clockOf, osReleaseOf } from '@hostspec/parse';
import { factTables } from '@hostspec/parse/facts';
import type { Host } from '@hostspec/spec';
import { type LogClock, logStartOf, timeLength, zoneAhead } from '../page/log-time.js';
import { type Evidence, evidenceOf, maxPieceBytes, type Piece, whyNotWhole } from '../summary/evidence.js';
import { inContainer } from '../summary/in-container.js';
import { logSpecs, type Places } from '../summary/sources.js';

/**
 * The facts of an open archive for findings. The host is the one that the archive is presented as; without it, only the items
 * of specs count. `places` say where the content of a catalog's specs is in an archive without outcomes (default: only those
 * that the summary reads).
 */
export function archiveFacts(archive: Archive, host?: Host, places?: Places): Facts {
  return factsIn(evidenceOf(archive, host, places));
}

/** The facts in the content of an archive. */
export function factsIn(evidence: Evidence): Facts {
  const { archive } = evidence;
  const read = new Map<string, Promise<SpecContent>>();
  let clock: Promise<LogClock> | undefined;
  const contentOf = (spec: string): Promise<SpecContent> => {
    const known = read.get(spec) ?? contentIn(evidence, spec, () => (clock ??= clockIn(evidence)));
    read.set(spec, known);
    return known;
  };
  return {
    collected: archive.manifest?.started,
    async rows(table) {
      const contents = new Map<string, SpecContent>();
      for (const spec of specsOfTable(factTables, table)) contents.set(spec, await contentOf(spec));
      return factRows(table, contents);
    },
    contents: contentOf,
    outcome: (spec) => archive.outcomes.get(spec),
    host: async () => hostIs(await evidence.text('os_release'), (await inContainer(evidence)) !== undefined),
  };
}

async function contentIn(
  evidence: Evidence,
  spec: string,
  clockOfHost: () => Promise<LogClock>,
): Promise<SpecContent> {
  const pieces = await evidence.pieces(spec, logSpecs.has(spec) ? 'end' : 'start');
  const { archive } = evidence;
  if (pieces.length === 0)
    return withoutContent(spec, lackingOf(archive, spec), archive.outcomes.get(spec)?.reason);
  const clock = await clockOfHost();
  // Content that is not in items is whole.
  const missing = evidence.missing(spec);
  return pieces.map((piece) => contentOf(spec, piece, clock, missing));
}

/** A content of a spec for findings: at most `maxPieceBytes` of it. `incomplete` is the reason why the host has more. */
export function contentOf(
  spec: string,
  { name, text, argv }: Piece,
  clock: LogClock,
  incomplete?: string,
): Content {
  const part = logSpecs.has(spec) ? text.slice(-maxPieceBytes) : text.slice(0, maxPieceBytes);
  return {
    ...{ text: part, argv, incomplete },
    // Of a log that is longer, only the end was read, and its lines have other numbers.
    at: { spec, path: name, line: text.length >= maxPieceBytes ? undefined : 1 },
    timeOf: (line) => logStartOf(line.slice(0, timeLength), clock)?.time,
  };
}

/** What it means that a spec has no content: the host has none of it, or, for the reason `lacking`, nothing is known. */
export function withoutContent(
  spec: string,
  lacking: string | undefined,
  reasonOfOutcome: string | undefined,
): SpecContent {
  if (lacking === undefined) return [];
  const noProgram = reasonOfOutcome?.startsWith('command not found: ') ?? false;
  return { missing: [{ spec, why: lacking, ...(noProgram && { noProgram: true }) } satisfies Missing] };
}

/** Why an archive may lack content that the host has for a spec, in words that follow its name; undefined if it has all. */
export function lackingOf(archive: Archive, spec: string): string | undefined {
  const outcome = archive.outcomes.get(spec);
  if (outcome === undefined) return 'was not collected';
  return outcome.items.length > 0 ? whyNotWhole(archive, spec) : whyNothing(archive, outcome);
}

/** Why the host may have content although the outcome has none; undefined if the host has none. */
function whyNothing(
  { manifest, files }: Archive,
  { name, status, reason = '' }: ArchiveOutcome,
): string | undefined {
  const said = `is ${status}${reason === '' ? '' : `: ${reason.split('\n', 1)[0]}`}`;
  if (status === 'empty') return undefined;
  // A root that does not run has no processes, devices or state. Only its own files can be missing.
  const runs = manifest === undefined || manifest.root === '/' || hasAny(files.keys(), 'proc/');
  if (status === 'skipped')
    // The distribution has nothing of the kind, or a condition does not hold.
    return isForOthers(reason) || (runs && !isDeselected(reason) && !leftOut.test(reason)) ? undefined : said;
  if (status !== 'absent' || manifest?.collectedFrom !== undefined) return said;
  // A program that is missing says nothing about the host, and a log that is missing nothing about what happened.
  if (/^(?:command not found|commands are not run)/.test(reason) || logSpecs.has(name)) return said;
  return runs || /^(?:no file matches )?\/(?:etc|boot|usr|var|opt|lib)\//.test(reason) ? undefined : said;
}

/** Starts of reasons for which a run leaves out a spec, whatever the host has. */
const leftOut =
  /^(?:not reached: |needs the network|the bytes for the journal|\S+ collects these entries)|changes the host's state \(/;

function hasAny(paths: Iterable<string>, prefix: string): boolean {
  for (const path of paths) if (path.startsWith(prefix)) return true;
  return false;
}

async function clockIn(evidence: Evidence): Promise<LogClock> {
  return clockIs(
    evidence.archive.manifest?.started,
    bootTimeOf((await evidence.text('proc_stat')) ?? ''),
    await evidence.text('timedatectl_status'),
  );
}

/** The clock for the logs of a host, from the times of its collection and boot and what `timedatectl status` prints. */
export function clockIs(
  collected: number | undefined,
  booted: number | undefined,
  timedatectl = '',
): LogClock {
  return { collected, booted, ahead: zoneAhead(clockOf(timedatectl).zone ?? '') };
}

/** What a host is, by its os-release. */
export function hostIs(release: string | undefined, container: boolean): HostFacts | NotKnown {
  if (release === undefined) return { missing: [{ spec: 'os_release', why: 'was not collected' }] };
  const { ID = '', ID_LIKE = '', VERSION_ID } = osReleaseOf(release);
  return { os: [ID, ...ID_LIKE.split(' ')].filter((word) => word !== ''), version: VERSION_ID, container };
}
