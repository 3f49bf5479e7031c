/** Bytes of JavaScript, compressed, that a package may have; `domain` is for every domain. A limit is raised on purpose only. */
export const limits = {
  spec: 15_200,
  registry: 2_000,
  facts: 6_000,
  engine: 19_000,
  files: 2_000,
  'host-kit': 4_500,
  redact: 50_000,
  'local-host': 28_000,
  'archive-host': 10_000,
  archive: 40_000,
  report: 34_000,
  testing: 22_500,
  'default-specs': 1_000,
  hostspec: 1_000,
  // A fifth of it is re2js, for patterns that always end.
  cli: 397_000,
  runner: 8_400,
  remote: 9_000,
  domain: 10_000,
};

/** Bytes of a program of the runner, packed and unpacked. */
export const programLimits = { packed: 1_400_000, unpacked: 3_300_000 };
