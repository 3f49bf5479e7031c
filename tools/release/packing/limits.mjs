/** Bytes of JavaScript, compressed, that a package may have; `domain` is for every domain. A limit is raised on purpose only. */
export const limits = {
  spec: 13_200,
  registry: 2_000,
  facts: 6_000,
  engine: 12_000,
  files: 2_000,
  'local-host': 28_000,
  'archive-host': 10_000,
  archive: 30_000,
  testing: 16_000,
  'default-specs': 1_000,
  cli: 200_000,
  domain: 10_000,
};
