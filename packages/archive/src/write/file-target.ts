import { encodeName, fitName } from '../archive-name.js';
import { fileFormats } from '../file-formats.js';
import { type FileFormatName, splitEnding } from '../formats.js';
import { ownName } from '../option-name.js';
import type { FileFormat, Target } from './format.js';
import { type PlaceOptions, placeFile } from './place.js';
import { checkFile } from './target-path.js';

/** Options of a sink that makes an archive of any format. */
export interface ArchiveSinkOptions extends PlaceOptions {
  /** The archive's file or directory, as for the sink of the format. */
  readonly path: string;
  /** The folder at the top of a tar. Default: the file's name without its ending. */
  readonly top?: string;
}

/** Where an archive that is one file will be, and how it is made. @throws UsageError `INVALID_OPTION` for an unusable path. */
export function fileTarget(
  format: FileFormatName,
  options: ArchiveSinkOptions,
  { store, open }: FileFormat = fileFormats[format],
): Target {
  const { path, parent, name } = checkFile(options.path, options);
  const top = fitName(encodeName(options.top ?? splitEnding(name, [format]).stem)) || 'hostspec';
  return {
    format,
    option: (options.optionName ?? ownName)('path'),
    parent,
    name,
    top,
    store,
    open: (workshop) =>
      open(workshop, { path, top, move: (file) => placeFile(file, workshop.place, name, options) }),
  };
}
