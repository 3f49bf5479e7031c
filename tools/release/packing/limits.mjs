/** Bytes of JavaScript, compressed, that a package may have; `domain` is for every domain. A limit is raised on purpose only. */
export const limits = {
  spec: 12_800,
  registry: 2_100,
  facts: 9_000,
  engine: 37_000,
  files: 12_900,
  'host-kit': 7_300,
  redact: 124_500,
  'local-host': 18_800,
  'archive-host': 41_000,
  archive: 43_000,
  parse: 28_000,
  fleet: 32_000,
  findings: 18_000,
  report: 48_000,
  testing: 24_000,
  'default-specs': 68_000,
  'linux-specs': 110_000,
  hostspec: 1_000,
  // A fifth of it is re2js, for patterns that always end; fast-glob takes 25 kB, for archives named by pattern.
  cli: 590_000,
  policy: 14_000,
  runner: 12_500,
  remote: 21_300,
  domain: 10_000,
};

/** Bytes of a program of the runner, packed and unpacked. */
export const programLimits = { packed: 1_400_000, unpacked: 3_300_000 };

/** Bytes of one file of each kind that `npm run package` makes. */
export const fileLimits = {
  deb: 35_000_000,
  rpm: 40_000_000,
  tar: 50_000_000,
  image: 52_000_000,
  offline: 6_000_000,
};
