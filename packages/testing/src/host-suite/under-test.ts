import type { CollectingHost, TakePiece } from '@hostspec/spec';
import { afterAll, beforeAll, it, onTestFinished } from 'vitest';
import type { DeclareTest } from '../needs.js';
import { type HostAbility, type HostKind, type MadeHost, type SmallHost, smallHost } from './small-host.js';

/** The host that the tests of a suite ask. */
export interface HostUnderTest {
  readonly kind: HostKind;
  readonly small: SmallHost;
  /** The host; a test that needs what not every `Host` has is declared with `has('collecting')`. */
  host(): CollectingHost;
  hostname(): string;
  /** A path of the small host as it is on this host. */
  at(path: string): string;
  /** Declares a test that needs these abilities; it is skipped if the kind lacks one. */
  has(...abilities: readonly HostAbility[]): DeclareTest;
  /** A further host, for a test that changes it. */
  another(): Promise<CollectingHost>;
}

/** Makes the host before the first test, and removes it after the last. */
export function hostUnderTest(
  makeHost: (small: SmallHost) => Promise<MadeHost> | MadeHost,
  kind: HostKind,
): HostUnderTest {
  const { lacks = {} } = kind;
  const small = smallHost(lacks);
  let made: MadeHost | undefined;
  beforeAll(async () => {
    made = await makeHost(small);
  });
  afterAll(() => made?.end?.());
  return {
    kind,
    small,
    host: () => made?.host as CollectingHost,
    hostname: () => made?.hostname ?? small.hostname,
    at: (path) => `${made?.prefix ?? ''}${path}`,
    has: (...abilities) =>
      itHas(
        abilities.flatMap((ability) => {
          const reason = lacks[ability];
          return reason === undefined ? [] : [`${ability}: ${reason}`];
        }),
      ),
    async another() {
      const further = await makeHost(small);
      onTestFinished(() => further.end?.());
      return further.host as CollectingHost;
    },
  };
}

/** As `needs`, but skipped in CI, too: this kind of host never has it. */
function itHas(lacking: readonly string[]): DeclareTest {
  return lacking.length === 0 ? it : (name, test) => it.skip(`${name} (needs ${lacking.join('; ')})`, test);
}

/** The text that a method gives in pieces, each copied as a `Uint8Array` is; bytes that are not ASCII stand as Latin 1. */
export async function taken(give: (take: TakePiece) => Promise<unknown>): Promise<string> {
  const pieces: Uint8Array[] = [];
  await give((piece) => void pieces.push(piece.slice()));
  return pieces.map((piece) => Buffer.from(piece).toString('latin1')).join('');
}
