/** Bytes of JavaScript, compressed, that a package may have; `domain` is for every domain. A limit is raised on purpose only. */
export const limits = {
  spec: 13_900,
  registry: 2_000,
  facts: 6_000,
  engine: 17_500,
  files: 2_000,
  redact: 50_000,
  'local-host': 28_000,
  'archive-host': 10_000,
  archive: 39_000,
  report: 32_000,
  testing: 21_500,
  'default-specs': 1_000,
  hostspec: 1_000,
  // A fifth of it is re2js, for patterns that always end.
  cli: 388_000,
  runner: 8_000,
  remote: 9_000,
  domain: 10_000,
};

/** Bytes of a program of the runner, packed and unpacked. */
export const programLimits = { packed: 1_400_000, unpacked: 3_300_000 };
