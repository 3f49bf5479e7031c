import type { LocalHostOptions } from '@hostspec/local-host';
import type { CollectingHost } from '@hostspec/spec';

/** The running machine, or a directory with a root file system, as the engine sees it. */
export async function liveHost(options?: LocalHostOptions): Promise<CollectingHost> {
  const { createLocalHost } = await import('@hostspec/local-host');
  return createLocalHost(options);
}
