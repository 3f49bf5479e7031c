import { type ReferredParts, referenceProblems } from './references.js';
import type { Specs } from './types.js';
import { checkSpec } from './validate.js';

// A module of its own, because the build leaves it out of the catalogs that carry their domains (tools/build/carried.mjs).

/** Checks the names and the data of specs. @throws CatalogError as `checkSpec`. */
export function checkSpecs(specs: Specs): void {
  for (const [name, spec] of Object.entries(specs)) checkSpec(name, spec);
}

/** Checks what specs refer to. @throws CatalogError for the first problem. */
export function checkReferences(specs: Specs, parts: ReferredParts): void {
  for (const [name, spec] of Object.entries(specs))
    for (const problem of referenceProblems(name, spec, parts)) throw problem;
}
