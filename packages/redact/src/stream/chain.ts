import { addMasked, defined } from '@hostspec/host-kit';
import type { ContentRedactor, Redaction } from '@hostspec/spec';

/** Chains redactions: each redacts the output of the one before. Without any, content stays as it is. */
export function chainRedactions(...redactions: readonly Redaction[]): Redaction {
  const [first, ...others] = redactions;
  if (first && others.length === 0) return first;
  const { mapped } = redactions.find((each) => each.mapped !== undefined) ?? {};
  const { maskKey } = redactions.find((each) => each.maskKey !== undefined) ?? {};
  // The others do not get what the host reads.
  const { keywords } = first ?? {};
  return {
    ...defined({ keywords, mapped, maskKey }),
    content: (origin) => chained(redactions.map((redaction) => redaction.content(origin))),
    text: (text) => redactions.reduce((masked, redaction) => redaction.text(masked), text),
  };
}

function chained(redactors: readonly ContentRedactor[]): ContentRedactor {
  const pushFrom = (first: number, piece: Uint8Array): Uint8Array =>
    redactors
      .slice(first)
      .reduce((bytes, redactor) => (bytes.length > 0 ? redactor.push(bytes) : bytes), piece);
  return {
    stages: redactors.flatMap((each) => each.stages ?? [each]),
    push: (piece) => pushFrom(0, piece),
    end() {
      // Copied, because the same redactors are called again for the next rest and may reuse their memory.
      const rests = redactors.map((redactor, index) => Buffer.from(pushFrom(index + 1, redactor.end())));
      return Buffer.concat(rests);
    },
    masked: () => redactors.map((redactor) => redactor.masked()).reduce(addMasked, {}),
  };
}
