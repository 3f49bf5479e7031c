import { identityOf } from '@hostspec/host-kit';
import type { HostIdentity, Redaction, RunStart } from '@hostspec/spec';
import { fileDenial } from '../plan/denials.js';
import type { Session } from '../plan/session.js';
import type { EndOfRun } from './end-of-run.js';

/** What the manifest says about the host or archive that content comes from. */
export async function provenance(
  { host, denials }: Pick<Session, 'host' | 'denials'>,
  end: Pick<EndOfRun, 'before'>,
  { target, redaction }: { readonly target?: string; readonly redaction: Redaction },
): Promise<HostIdentity & Pick<RunStart, 'collectedFrom' | 'processes'>> {
  const isDenied = (path: string): boolean =>
    denials !== undefined && fileDenial(path, denials) !== undefined;
  const known = (await end.before(identityOf(host, isDenied))) ?? {};
  const identity = Object.entries({ ...known, ...(target !== undefined && { target }) });
  const kind = host.archived?.kind ?? 'hostspec';
  const processes = host.processes?.() ?? [];
  return {
    ...Object.fromEntries(identity.map(([name, value]) => [name, redaction.text(value)])),
    ...(kind !== 'hostspec' && { collectedFrom: kind }),
    ...(processes.length > 0 && { processes }),
  };
}
