/** The least percentage of mutants that a package's own suite has to catch; a domain's has to catch `domain`. */
export const thresholds = {
  spec: 85,
  registry: 85,
  engine: 85,
  'local-host': 85,
  'archive-host': 85,
  runner: 85,
  remote: 85,
  files: 85,
  redact: 85,
  archive: 85,
  facts: 85,
  domain: 75,
};

/** Sources that are not mutated, with the reason. */
export const leftOut = [
  [/\.test(-d)?\.ts$|^src\/testing(\/|\.ts$)|\/testing\.ts$/, 'tests and what only they use'],
  [/^src\/(specs|variant-a)\.ts$/, 'data, which the test of default-specs holds against the specification'],
  [/^src\/version\.ts$/, 'written by npm run release:version'],
  [/(^|\/)index\.ts$/, 'exports only'],
];

/**
 * Packages whose tests need processes of their own: they set the umask or the time zone, or count their open files. The others run in
 * threads, which start several times as fast.
 */
export const inProcesses = [
  'archive',
  'archive-host',
  'cli',
  'engine',
  'files',
  'local-host',
  'observability',
];

/** Tests that cannot run apart from the machine, by package, with the reason. */
export const leftOutTests = {
  // It starts containers, which need devices and control groups that mutants must not have.
  containers: ['src/podman.test.ts'],
};
