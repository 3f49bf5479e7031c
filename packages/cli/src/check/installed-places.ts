import type { Archive } from '@hostspec/archive';
import type { Place, Places } from '@hostspec/report';
import type { Spec } from '@hostspec/spec';
import { installedSpecs } from './installed-specs.js';

/** Where the content of the installed specs is in an archive without outcomes; undefined for any other. */
export function installedPlaces({ outcomes }: Archive): Places | undefined {
  if (outcomes.size > 0) return undefined;
  return new Map(installedSpecs().map(([name, spec]): [string, readonly Place[]] => [name, placesOf(spec)]));
}

function placesOf(spec: Spec): readonly Place[] {
  if (spec.type === 'simple_file') return [{ file: absolute(spec.path) }];
  if (spec.type === 'glob_file') return [{ files: spec.patterns.map(absolute) }];
  return spec.type === 'simple_command' ? [{ command: spec.command }] : [];
}

function absolute(path: string): string {
  return path.startsWith('/') ? path : `/${path}`;
}
