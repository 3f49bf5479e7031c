import type { CollectingHost, LiveHostOptions } from '@hostspec/engine';

/** The running machine, or a directory with a root file system, as the engine sees it. */
export async function liveHost(options?: LiveHostOptions): Promise<CollectingHost> {
  const { createLiveHost } = await import('@hostspec/engine');
  return createLiveHost(options);
}
