import { join } from 'node:path';
import type { PathologicalHost } from './pathological-host.js';

/** Restrictions of a view of the machine. */
export interface ViewOptions {
  /** Only files below the host's private directory can be written. Default false. */
  readonly readOnly?: boolean;
  /** Leave out /proc. Default false. */
  readonly withoutProc?: boolean;
  /** Leave out /sys. Default false. */
  readonly withoutSys?: boolean;
}

/** A copy of the machine's root: writes stay inside it. */
export interface View {
  /** The directory that is its root. */
  readonly root: string;
  /** The arguments that run a program with this root. */
  enter(argv: readonly string[]): readonly string[];
  /**
   * The paths that were made, changed or removed below the root since, sorted: what only the view's own programs can have done,
   * whatever others do to the machine meanwhile.
   */
  changes(): Promise<string[]>;
}

// Mounts an overlay of each path at the same place of another root, and prints its number. What an overlay cannot be made of, such as a file,
// is mounted read-only. A mount that a later one covers is not there.
const carry = `
layers=$1 root=$2 number=0
shift 2
for path; do
  number=$((number + 1)) layer=$layers/$number
  mountpoint --quiet "$path" || continue
  mkdir -p "$layer/upper" "$layer/work"
  if cd "$path" 2> /dev/null && chmod --reference=. "$layer/upper" && chown --reference=. "$layer/upper" &&
    mount -t overlay -o "lowerdir=.,upperdir=$layer/upper,workdir=$layer/work" overlay "$root$path" 2> /dev/null
  then echo "$number"
  else mount -o bind,ro "$path" "$root$path"
  fi
done`;

// Prints what differs in an overlay's upper directory from the directory below it. In a copied directory without entries something was
// made and removed again, or its rights were set. A copied directory with entries changed itself only if its rights did.
const changedBelow = `
cd "$1"
find . -mindepth 1 '(' ! -type d -o -empty ')' -printf '%P\\0'
find . -mindepth 1 -type d ! -empty -exec sh -c '
  lower=$1
  shift
  for copy; do
    rights=$(stat -c "%a %u %g" "$copy")
    [ "$rights" = "$(stat -c "%a %u %g" "$lower/$copy" 2> /dev/null)" ] || printf "%s\\0" "$copy"
  done' sh "$2" {} +`;

/**
 * Makes an overlay of the machine's root, and of every file system mounted below it, inside a pathological host, on memory: a root for chroot,
 * in which every written file is known. The host's private directory is in it, unchanged.
 */
export async function view(host: PathologicalHost, name: string, options: ViewOptions = {}): Promise<View> {
  const layers = host.makeDirectory(`${name}-layers`);
  const root = host.makeDirectory(`${name}-root`);
  await host.prepare('mount', '-t', 'tmpfs', 'layers', layers);
  const paths = await mountPoints(host);
  const overlaid = await host.prepare('sh', '-ec', carry, 'sh', layers, root, ...paths);
  const parts = overlaid
    .trim()
    .split('\n')
    .map((number) => ({ upper: `${layers}/${number}/upper`, path: paths[Number(number) - 1] ?? '/' }));
  await host.prepare('mount', '--rbind', '/dev', `${root}/dev`);
  if (!options.withoutSys) await host.prepare('mount', '--rbind', '/sys', `${root}/sys`);
  if (!options.withoutProc) await host.prepare('mount', '-t', 'proc', 'proc', `${root}/proc`);
  await host.prepare('mount', '--bind', host.directory, `${root}${host.directory}`);
  if (options.readOnly)
    for (const { path } of parts) await host.prepare('mount', '-o', 'remount,ro', `${root}${path}`);
  const list = async (): Promise<string[]> => {
    const changed: string[] = [];
    for (const { upper, path } of parts) {
      const found = await host.prepare('sh', '-ec', changedBelow, 'sh', upper, path);
      for (const name of found.split('\0').filter((each) => each !== '')) changed.push(join(path, name));
    }
    return changed;
  };
  const before = new Set(await list());
  return {
    root,
    enter: (argv) => ['chroot', root, ...argv],
    changes: async () => (await list()).filter((path) => !before.has(path)).sort(),
  };
}

/** Where file systems are mounted that a view has a copy of, the upper ones first. */
async function mountPoints(host: PathologicalHost): Promise<string[]> {
  const table = await host.prepare('cat', '/proc/self/mountinfo');
  const own = ['/dev', '/proc', '/sys', host.directory];
  const paths = table
    .split('\n')
    .map((line) => line.split(' '))
    // What an automount mounts has a line of its own.
    .filter((fields) => fields[4] !== undefined && fields[fields.indexOf('-') + 1] !== 'autofs')
    .map((fields) =>
      (fields[4] as string).replace(/\\([0-7]{3})/g, (_, code) => String.fromCharCode(parseInt(code, 8))),
    )
    .filter((path) => !own.some((each) => path === each || path.startsWith(`${each}/`)));
  return [...new Set(['/', ...paths])].sort();
}
