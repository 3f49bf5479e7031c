// The regular expressions search for the end of a message repeatedly.
const longestMessage = 8192;
/** Reads the errors that insights-core keeps, the texts of Python's tracebacks. */
export function collectionErrors(tracebacks) {
  const programs = new Set();
  const empty = [];
  const emptyFiles = [];
  const failed = [];
  const files = new Map();
  for (const [, kind, message = ''] of tracebacks.matchAll(/^[\w.]*\b(\w+): (.*)$/gm)) {
    if (message.length > longestMessage) continue;
    if (kind === 'CalledProcessError') failed.push(...failedCommand(message));
    if (kind !== 'ContentException') continue;
    const [, program] = /^Command not found: (\S+)$/.exec(message) ?? [];
    const [, output] = /^Empty \(after filtering\): insights_commands\/(.+)$/.exec(message) ?? [];
    const [, absent] = /^(\/.+) does not exist\.$/.exec(message) ?? [];
    const [, denied] = /^Cannot access (\/.+)$/.exec(message) ?? [];
    const [, emptyFile] = /^Empty \(after filtering\): (\/.+)$/.exec(message) ?? [];
    if (program) programs.add(program);
    if (output) empty.push(output);
    if (emptyFile) emptyFiles.push(emptyFile);
    if (absent) files.set(absent, { problem: 'absent', reason: `${absent}: did not exist` });
    if (denied) files.set(denied, { problem: 'denied', reason: `${denied}: could not be read` });
  }
  return { programs, empty, emptyFiles, failed, files };
}
/** `(1, ['timeout', '-s', '9', '10', '/usr/bin/dig', '.'], b'…')`: the exit status, the words, the output. */
function failedCommand(message) {
  const [, rc, list] = /^\((-?\d+), \[(.*?)\], b?['"]/.exec(message) ?? [];
  if (rc === undefined || list === undefined) return [];
  const words = [...list.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/g)].map(([, single, double]) =>
    (single ?? double ?? '').replace(/\\(.)/g, '$1'),
  );
  const argv = words[0] === 'timeout' ? words.slice(4) : words;
  return argv.length > 0 ? [{ argv, rc: Number(rc), reason: `${argv[0]} exited with ${rc}` }] : [];
}
