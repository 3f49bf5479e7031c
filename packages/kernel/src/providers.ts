import { defineProvider, type Host, listOr, nothing, readText, runLines, textLines } from '@hostspec/spec';
import { modinfoModules } from './settings.js';

export * from './settings.js';

/** The release of the running kernel. */
export const currentVersion = defineProvider({
  name: 'current_version',
  doc: 'Release of the running kernel, such as 4.18.0-240.el8.x86_64: the third word of the first line of `/usr/bin/uname -a` that begins with Linux. If the word is not a version, there is no value; in the reference implementation this is an error.',
  yields: 'string',
  async evaluate({ host }) {
    const lines = (await runLines(host, '/usr/bin/uname -a')) ?? [];
    const version = lines.find((line) => /^Linux\s/.test(line))?.split(/\s+/)[2] ?? '';
    return /^\d+\.\d+[\w.+~-]*$/.test(version) ? version : nothing('uname gives no kernel version');
  },
});

/** The loaded modules to describe. */
export const kernelModuleFilters = defineProvider({
  name: 'kernel_module_filters',
  doc: 'Names of the loaded modules that contain one of the words in the setting `modinfo_modules`: by word in sorted order, then in the order of `/sbin/lsmod`, or of `/proc/modules` without lsmod. A module that matches several words occurs once. In the reference implementation it occurs once for each word, and without lsmod there are no values.',
  yields: 'arguments',
  async evaluate({ host, setting }) {
    const words = [...new Set(setting(modinfoModules))].sort();
    if (words.length === 0) return nothing('the setting modinfo_modules is empty');
    const loaded = await loadedModules(host);
    const matches = words.flatMap((word) => loaded.filter((name) => name.includes(word)));
    return listOr([...new Set(matches)], 'no loaded module matches the setting modinfo_modules');
  },
});

async function loadedModules(host: Host): Promise<string[]> {
  const listed = (await runLines(host, '/sbin/lsmod'))?.slice(1);
  const lines = listed ?? textLines((await readText(host, '/proc/modules')) ?? '');
  // A kernel that cannot unload modules counts no users: lsmod prints -1, /proc/modules a hyphen.
  return lines.flatMap((line) => /^(\w[\w-]*)\s+\d+\s+(?:-?\d|-)/.exec(line)?.[1] ?? []);
}

const owners = ['root', 'apache', 'oracle'];

/** The semaphore sets worth a closer look. */
export const semid = defineProvider({
  name: 'semid',
  doc: 'Ids of the semaphore sets of root, apache and oracle, from `/usr/bin/ipcs -s`, distinct and in the order of its output; the order of the reference implementation is arbitrary.',
  yields: 'list',
  async evaluate({ host }) {
    const rows = ((await runLines(host, '/usr/bin/ipcs -s')) ?? []).map((line) => line.trim().split(/\s+/));
    const ids = rows.flatMap((words) => {
      const [, id = '', owner = ''] = words;
      return words.length === 5 && /^\d+$/.test(id) && owners.includes(owner) ? [id] : [];
    });
    return listOr([...new Set(ids)], 'no semaphore set of root, apache or oracle');
  },
});

const mostBlocked = 100;

/** The processes that wait uninterruptibly. */
export const blockedTasks = defineProvider({
  name: 'blocked_tasks',
  doc: `Ids of the processes in state D (they wait for a disk, a network file system or the kernel), in the order of \`/bin/ps auxww\`; the first ${mostBlocked}.`,
  yields: 'list',
  async evaluate({ host }) {
    const lines = (await runLines(host, '/bin/ps auxww')) ?? [];
    const blocked = lines.flatMap((line) => /^\S+\s+(\d+)(?:\s+\S+){5}\s+D/.exec(line)?.[1] ?? []);
    return listOr(blocked.slice(0, mostBlocked), 'no process waits uninterruptibly');
  },
});
