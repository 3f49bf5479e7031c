/** Where a program can be that is not at the path that names it. */
export interface ProgramHomes {
  /** The directories of the operating system's programs, in the order of the search. */
  readonly usual: readonly string[];
  /** The directories of programs that do not come with the operating system. */
  readonly further: readonly string[];
  /** The only programs that are looked for there. */
  readonly programs: readonly string[];
}

/** The homes of programs on the running machine. The runner has the same. */
export const programHomes: ProgramHomes = {
  usual: ['/usr/bin', '/usr/sbin', '/bin', '/sbin'],
  further: ['/usr/local/bin', '/usr/local/sbin', '/snap/bin', '/var/lib/rancher/rke2/bin'],
  programs: ['crictl', 'helm', 'k3s', 'kubectl', 'lxc', 'lxd', 'microk8s', 'rke2', 'zfs', 'zpool'],
};

/** The other paths at which the program of a path can be; none if the path is in no home. */
export function otherPaths(path: string, { usual, further, programs }: ProgramHomes): readonly string[] {
  const end = path.lastIndexOf('/');
  const [directory, name] = [path.slice(0, end), path.slice(end + 1)];
  if (name === '' || ![...usual, ...further].includes(directory)) return [];
  const homes = [...usual, ...(programs.includes(name) ? further : [])];
  return homes.filter((home) => home !== directory).map((home) => `${home}/${name}`);
}
