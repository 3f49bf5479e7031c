import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { itNeeds, lackingOf, needs } from '@hostspec/testing';
import { execa } from 'execa';
import { hasPython } from '../test/python.mjs';

const offlineNeeds = ['ip', 'ethtool', 'root', 'a mount namespace', 'a network namespace', 'a PID namespace'];

const lacking = lackingOf(['python3', ...offlineNeeds]);

const withTime = (declare) => (name, test) => declare(name, test, 600_000);

/** Declares a test that collects and reads with insights-core. */
export const withPeer = withTime(
  lacking.length > 0 ? needs(...lacking) : itNeeds('insights-core', hasPython('peer')),
);

/** Declares a test that reports with sos. */
export const withSos = withTime(needs('sos', ...offlineNeeds));

/** Runs a command to its end; resolves to what it printed on standard output. */
export const run = async (command, args, env = {}) => {
  const { stdout } = await execa(command, args, { env, stdin: 'ignore', stripFinalNewline: false });
  return stdout;
};

// A pair of Ethernet devices gives the providers something to find; their names and addresses are always the same.
const network = `
ip link set lo up
ip link add peer0 address 02:00:00:00:00:01 type veth peer name peer1 address 02:00:00:00:00:02
for device in peer0 peer1; do
  setting=/proc/sys/net/ipv6/conf/$device/disable_ipv6
  if [ -e $setting ]; then echo 1 >$setting; fi
  ip link set $device up
done
ip addr add 192.0.2.1/24 dev peer0`;

// The processes of other tests come and go, and secrets in their arguments would be masked.
const namespaces = ['--net', '--pid', '--fork', '--kill-child', '--mount-proc'];

/** Runs a command in a network namespace of its own that leads nowhere, with no processes but its own. */
const runOffline = (words, env) => {
  const asRoot = process.getuid() === 0 ? [] : ['--map-root-user'];
  return run(
    'unshare',
    [...asRoot, ...namespaces, 'sh', '-ec', `${network}\nexec "$@"`, 'sh', ...words],
    env,
  );
};

const hostspec = fileURLToPath(new URL('../../packages/cli/bin/hostspec.cjs', import.meta.url));
const script = fileURLToPath(new URL('collect.py', import.meta.url));
// Both collectors have it: an entry shows the environment of a process.
const unfiltered = { INSIGHTS_FILTERS_ENABLED: 'False' };

/**
 * Collects a host with insights-core, all lines of everything, listing what hostspec's settings have by default;
 * resolves to the archive's folder, made inside `folder`. `enter` holds the words that run a command there.
 */
export const collectTheirs = async (python, folder, enter = []) => {
  mkdirSync(folder, { recursive: true });
  const listed = join(folder, 'listed.json');
  writeFileSync(listed, JSON.stringify(await defaultLists()));
  const before = new Set(readdirSync(folder));
  await runOffline([...enter, python, script, listed, '-q', '-o', folder], unfiltered);
  const [name] = readdirSync(folder).filter((entry) => !before.has(entry));
  return join(folder, name);
};

/** The settings that are lists, which insights-core has as specs of the same names. */
const defaultLists = async () => {
  const { defaultSpecs } = await import('../../packages/default-specs/dist/index.js');
  const lists = Object.entries(defaultSpecs.settings).filter(([, setting]) => Array.isArray(setting.default));
  return Object.fromEntries(lists.map(([name, setting]) => [name, setting.default]));
};

// On a busy machine, programs of this collector wait longer than those of the peer: they stand back.
const collecting = (path, format, ...more) => [
  ...[process.execPath, hostspec, 'collect', '--variant', 'b', '--quiet', '--timeout', '60'],
  ...['--format', format, '--output', path, ...more],
];

/** Collects a host with hostspec, with more options; resolves to the archive's path, which is `path`. */
export const collectOurs = async (path, format, enter, ...more) => {
  await runOffline([...enter, ...collecting(path, format, ...more)], unfiltered);
  return path;
};

/** Takes what the catalog names from an archive of any kind; resolves to the directory that it makes of it, which is `path`. */
export const collectFrom = async (archive, path, env) => {
  const [node, ...words] = collecting(path, 'directory', '--archive', archive);
  await run(node, words, env);
  return path;
};

// Of plugins that look at much more than the catalog, such as all logs, only the fast ones.
const sosPlugins =
  'block,cgroups,date,filesys,hardware,host,kernel,lvm2,memory,networking,nginx,pci,process,processor,release,systemd';

/** Reports on this host with sos; resolves to the path of the report, made inside `folder`. */
export const collectSos = async (folder) => {
  mkdirSync(folder, { recursive: true });
  const sos = ['sos', 'report', '--batch', '--tmp-dir', folder, '-z', 'xz', '-o', sosPlugins];
  // It finds network devices by /sys, which shows those of the namespace that mounted it.
  await runOffline(['unshare', '-m', 'sh', '-ec', 'mount -t sysfs sysfs /sys\nexec "$@"', 'sh', ...sos]);
  const [name] = readdirSync(folder).filter((entry) => /^sosreport-.*\.tar\.\w+$/.test(entry));
  return join(folder, name);
};

/** Packs a folder as a tar.gz file beside it; resolves to its path. */
export const pack = async (folder) => {
  await run('tar', ['-czf', `${folder}.tar.gz`, '-C', dirname(folder), basename(folder)]);
  return `${folder}.tar.gz`;
};

/** Unpacks an archive into a folder, which it makes; resolves to the folder that the archive holds. */
export const unpack = async (archive, folder) => {
  mkdirSync(folder, { recursive: true });
  await run('tar', ['-xf', archive, '-C', folder]);
  const [name] = readdirSync(folder);
  return join(folder, name);
};
