import type { ArchiveKind } from '@hostspec/spec';
import { hostspecView } from './hostspec-view.js';
import { insightsView } from './insights-view.js';
import type { OpenedArchive } from './opened-archive.js';
import { sosView } from './sos-view.js';
import { type ArchiveView, type MakeView, treeView } from './view.js';

const views: Readonly<Record<ArchiveKind, MakeView>> = {
  hostspec: hostspecView,
  insights: insightsView,
  'insights-host': insightsView,
  sos: sosView,
  tree: treeView,
};

/** The view of an archive. @throws HostspecError `INVALID_ARCHIVE` if its files do not come from a host. */
export async function viewOf(archive: OpenedArchive): Promise<ArchiveView> {
  return await views[archive.kind](archive);
}
