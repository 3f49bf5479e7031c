import { execa } from 'execa';

const maxPrinted = 2000;

/** Runs a command to its end; resolves to what it printed on standard output. @throws Error with what it complained of. */
export const run = async (command, args, env = {}) => {
  const options = { env, stdin: 'ignore', stripFinalNewline: false, reject: false };
  const { failed, shortMessage, stdout, stderr } = await execa(command, args, options);
  if (failed) throw new Error(`${shortMessage}: ${stderr.slice(-maxPrinted).trim()}`);
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
export const runOffline = (words, env) => {
  const asRoot = process.getuid() === 0 ? [] : ['--map-root-user'];
  return run(
    'unshare',
    [...asRoot, ...namespaces, 'sh', '-ec', `${network}\nexec "$@"`, 'sh', ...words],
    env,
  );
};
