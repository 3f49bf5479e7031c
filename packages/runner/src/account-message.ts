import type { Account } from '@hostspec/spec';

/** An account as PROTOCOL.md describes it. */
export function accountMessage({ uid, gid, name, groups }: Account): object {
  return { uid, gid, name, groups };
}
