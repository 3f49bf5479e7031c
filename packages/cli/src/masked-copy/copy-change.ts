import type { Archive, CopyChange, CopyDenials, Input } from '@hostspec/archive';
import { checkNotMapped, type Denied, openIdentityMap, openRedaction } from '@hostspec/policy';
import { type CollectingHost, type Redaction, readText } from '@hostspec/spec';
import type { ChosenPolicy } from '../chosen-policy.js';
import { maskedManifest, notes } from './manifest-change.js';

/**
 * How a masked copy of an input differs from it; `own` is the input as an archive of hostspec, if it is one. `note` takes what the user
 * should know.
 *
 * @throws UsageError if the identity of an archive would be mapped twice.
 */
export async function copyChange(
  input: Input,
  own: Archive | undefined,
  chosen: ChosenPolicy,
  denied: Denied | undefined,
  note: (text: string) => void,
): Promise<CopyChange> {
  if (own?.manifest?.mapped) checkNotMapped(chosen, own.manifest.mapped);
  const isNeeded = chosen.map !== undefined || denied !== undefined;
  const other = own === undefined && input.form !== 'file' && isNeeded;
  const opened = other ? await input.archive() : undefined;
  try {
    const archive = own ?? opened;
    const identity = chosen.map && (await identityOf(archive, chosen, denied, note));
    // Secrets are always masked here.
    const redaction = (await openRedaction(chosen, denied, identity)) as Redaction;
    return {
      redaction,
      manifest: maskedManifest(redaction, notes.masked, ({ mapped = redaction.mapped, maskKey }) => ({
        ...(mapped && { mapped }),
        // Otherwise the copy has masks of two keys.
        ...(maskKey !== undefined && maskKey === redaction.maskKey && { maskKey }),
      })),
      denials: denied && copyDenials(denied, opened),
    };
  } finally {
    await opened?.close();
  }
}

async function identityOf(
  archive: Archive | undefined,
  chosen: ChosenPolicy,
  denied: Denied | undefined,
  note: (text: string) => void,
): Promise<Redaction | undefined> {
  const host = await hostOf(archive);
  const identity = await openIdentityMap(chosen, host, denied);
  if (identity?.mapped?.kinds.includes('user') && (await readText(host, '/etc/passwd')) === undefined)
    note('no names of users are mapped: the archive has no /etc/passwd; allowed: --keywords with the names');
  return identity;
}

/** The host whose names are mapped: that of an archive; for a single file or a stream, this one. */
async function hostOf(archive: Archive | undefined): Promise<CollectingHost> {
  if (archive === undefined) return (await import('@hostspec/local-host')).createLocalHost({});
  return (await import('@hostspec/archive-host')).createArchiveHost(archive);
}

/** What the copy leaves out. An archive of insights-core says which files belong to a denied spec. */
function copyDenials({ denials, member }: Denied, other: Archive | undefined): CopyDenials {
  const bySpec = new Map<string, string>();
  for (const { name, items } of other?.outcomes.values() ?? []) {
    const reason = denials.spec(name);
    if (reason !== undefined) for (const { path } of items) bySpec.set(path, reason);
  }
  return { ...denials, member: (path) => bySpec.get(path) ?? member(path) };
}
