import type { ManifestChange, ManifestHead } from '@hostspec/archive';
import { maskedPlace, maskedSource } from '@hostspec/engine';
import { maskedData } from '@hostspec/policy';
import type { Outcome, Redaction } from '@hostspec/spec';
import { version } from '../version.js';

/** What the manifest of a copy says about it. */
export const notes = {
  masked: `secrets were masked in this copy by hostspec ${version}`,
  unmapped: `identity was restored in this copy by hostspec ${version}`,
} as const;

/** How the manifest of an archive says that it was masked and mapped. */
type Keys = Pick<ManifestHead, 'mapped' | 'maskKey'>;

/** Masks everything that a manifest says, adds a note, and says how the copy is masked and mapped. */
export function maskedManifest(
  redaction: Redaction,
  note: string,
  keysAfter: (before: Keys) => Keys,
): ManifestChange {
  return {
    head({ mapped, maskKey, ...head }) {
      const masked = throughJson(maskedData(head, redaction), redaction);
      return {
        ...masked,
        // They are not secrets, and their digits must not become another address.
        ...keysAfter({ ...(mapped && { mapped }), ...(maskKey && { maskKey }) }),
        notes: [...new Set([...masked.notes, note])],
      } satisfies ManifestHead;
    },
    outcome: (outcome) => maskedOutcome(outcome, redaction),
  };
}

function maskedOutcome(outcome: Outcome, redaction: Redaction): Outcome {
  const { name } = outcome;
  const items = outcome.items.map(({ bytes: _, sha256: __, masked: ___, ...item }) =>
    maskedPlace({ ...item, spec: name }, redaction),
  );
  const misses = outcome.misses.map((miss) => ({ ...miss, source: maskedSource(miss.source, redaction) }));
  const masked = throughJson(maskedData({ ...outcome, items, misses }, redaction), redaction);
  return {
    ...masked,
    name,
    items: masked.items.map(({ spec: _, ...item }, index) => {
      const { bytes = 0, sha256 = '', masked: counts } = outcome.items[index] ?? {};
      return { ...item, bytes, sha256, ...(counts && { masked: counts }) };
    }),
  };
}

/** Data masked once more as its JSON, in which the name of a property shows what its value is. */
function throughJson<T>(data: T, { text }: Redaction): T {
  const json = JSON.stringify(data);
  const masked = text(json);
  if (masked === json) return data;
  try {
    return JSON.parse(masked) as T;
  } catch {
    // A number was masked; nothing else in JSON stands outside quotes.
    return data;
  }
}
