import { openArchive } from '@hostspec/archive';
import { createArchiveSession, evaluate, parseLine } from '@hostspec/archive-host/shell';
import { linuxSpecs } from '@hostspec/linux-specs';
import { expect, test } from 'vitest';
import { shellOutput } from '../shell/shell-output.js';
import { silentIo } from '../testing/in-process.js';
import { archiveOf } from '../testing/made-archive.js';
import { installedFindings } from './installed-findings.js';

const processes =
  'USER PID %CPU %MEM VSZ RSS TTY STAT START TIME COMMAND\nroot 1 0.0 0.0 1 1 ? Ss 00:00 0:00 x1\n';

/** Content that answers are made from, other than a line of text. */
const contents: Readonly<Record<string, string>> = {
  apache2_conf: 'MaxRequestWorkers 1\n',
  ...Object.fromEntries(
    ['container_ps_aux', 'ps_aux', 'ps_auxcww', 'ps_auxww'].map((name) => [name, processes]),
  ),
  lvs_noheadings: "LVM2_LV_NAME='a'|LVM2_DEVICES='/dev/sda'\n",
  sysctl: [
    'fs.file-nr',
    'fs.inotify.max_user_watches',
    'net.netfilter.nf_conntrack_count',
    'net.netfilter.nf_conntrack_max',
    'x1',
  ]
    .map((key) => `${key} = 1\n`)
    .join(''),
};

/** What only the host can answer. */
const onlyOnHost = [
  'psql -c "select state, count(*) from pg_stat_activity group by 1"',
  'psql -c "select datname, age(datfrozenxid) from pg_database"',
  'mysqladmin processlist',
  'redis-cli info persistence',
  'unattended-upgrade --dry-run --debug',
  'etcdctl endpoint status',
  'kubectl describe node',
  'prlimit --pid PID',
  'sshd -t',
  'sssctl domain-status DOMAIN',
  'jcmd PID GC.heap_info',
  'du -x --inodes --max-depth=3 {mount} | sort -n | tail',
  'du -xh --max-depth=1 {mount}',
  'du -xh --max-depth=2 {mount}',
  'du -xh --max-depth=2 {mount} | sort -h | tail',
  'systemd-analyze verify {name}',
  'chage --list {user}',
  'conntrack -L',
  'coredumpctl info',
  'ls -l {path}',
  'ls -ld {path}',
  'stat {path}',
  'virsh domstate --reason {guest}',
];

/** An archive with an item of each spec that runs a command or reads a file. */
function wholeArchive(): string {
  const items = Object.entries(linuxSpecs.specs).flatMap(([name, declared]): [string, string][] => {
    const spec = (declared.type === 'first_of' && declared.specs?.[0]) || declared;
    const content = contents[name] ?? 'x1\n';
    if (spec.type === 'first_file')
      return spec.paths?.slice(0, 1).map((path: string) => [`${name} ${path.slice(1)}`, content]) ?? [];
    if (spec.type === 'simple_file') return [[`${name} ${spec.path.replace(/^\//, '')}`, content]];
    if (spec.type === 'glob_file')
      return (spec.patterns ?? []).map((pattern: string, at: number) => [
        `${name} ${pattern.replace(/^\//, '').replaceAll(/[*?]/g, `x${at + 1}`)}`,
        content,
      ]);
    return 'command' in spec && spec.command
      ? [[`${name} insights_commands/${name} ${spec.command.replaceAll('%s', 'x1')}`, content]]
      : [];
  });
  const paths = items.map(([key]) => key.split(' ')[1] ?? '');
  // Some hosts have a directory in the place of another's file.
  const isDirectory = (path = ''): boolean => paths.some((other) => other.startsWith(`${path}/`));
  return archiveOf(Object.fromEntries(items.filter((_, at) => !isDirectory(paths[at]))));
}

test('an archive answers the commands that findings name, other than those for the host alone', async () => {
  const commands = installedFindings(silentIo).flatMap(({ do: does = '' }) =>
    [...does.matchAll(/`([^`]+)`/g)].map(([, line = '']) => line),
  );
  // `hostspec run` opens the archive for each line, which takes a second.
  const archive = await openArchive(wholeArchive());
  const session = await createArchiveSession(archive);
  const unanswered: string[] = [];
  for (const line of new Set(commands.toSorted())) {
    const asked = line.replaceAll(
      /\/dev\/\{[^}]+\}|\{[^}]+\}|\b(?:DEVICE|DOMAIN|FILE|MOUNT|NAME|PID|USER)\b/g,
      'x1',
    );
    let isAnswered = false;
    let said = '';
    const out = { write: (content: string | Uint8Array) => (isAnswered ||= content.length > 0) };
    const err = { write: (content: string | Uint8Array) => (said += content) };
    await evaluate(parseLine(asked), { session, directory: '/' }, shellOutput({ ...silentIo, out, err }));
    if (!isAnswered && /not in the archive|has no output/.test(said)) unanswered.push(line);
  }
  await archive.close();
  expect(unanswered).toEqual(onlyOnHost.sort());
});
