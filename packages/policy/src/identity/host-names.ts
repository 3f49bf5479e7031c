import { accounts, rowsOf } from '@hostspec/parse';
import { type CollectingHost, readText } from '@hostspec/spec';

// Words without a digit or hyphen, and memory nodes such as node0, are frequent in text that does not mean a host.
const hostAlias = /^(?!node\d{1,2}$|ip6-)(?=.*[\d-])[a-z][a-z0-9-]{2,62}$/i;
const loopback = /^(?:127\.|::1$|f[ef])/i;

/** The names of a host, with those in its file of hosts, also the short ones of other hosts. */
export async function hostnamesOf(host: CollectingHost): Promise<string[]> {
  const name = await host.hostname();
  const [short = name] = name.split('.');
  const text = (await readText(host, '/etc/hosts')) ?? '';
  const rows = text.split('\n').map((line) => (line.split('#')[0] ?? '').trim().split(/\s+/));
  const own = rows.flatMap(([, ...names]) =>
    names.filter((each) => each === short || each.startsWith(`${short}.`)),
  );
  const others = rows.flatMap(([address = '', ...names]) =>
    loopback.test(address) ? [] : names.filter((each) => hostAlias.test(each)),
  );
  return [...new Set([name, ...own, ...others.slice(0, mostListed)])];
}

const listed = async (host: CollectingHost, path: string): Promise<string[]> =>
  (await host.list(path).catch(() => [])).slice(0, mostListed);
const mostListed = 1000;

const readAll = async (host: CollectingHost, paths: readonly string[]): Promise<string[]> => {
  const texts = await Promise.all(paths.map((path) => readText(host, path).catch(() => undefined)));
  return [...new Set(texts.flatMap((text) => text?.trim() || []))];
};

const firmware = '/sys/class/dmi/id';

/** The serial numbers and ids of the machine, its disks and its ports of Fibre Channel. */
export async function serialsOf(host: CollectingHost): Promise<string[]> {
  const [disks, ports] = await Promise.all(
    ['/sys/block', '/sys/class/fc_host'].map((path) => listed(host, path)),
  );
  const parts = ['product', 'board', 'chassis'];
  const texts = await readAll(host, [
    ...parts.flatMap((part) => [`${firmware}/${part}_serial`, `${firmware}/${part}_asset_tag`]),
    `${firmware}/product_uuid`,
    ...(disks ?? []).flatMap((disk) =>
      ['serial', 'wwid', 'device/serial', 'device/wwid'].map((name) => `/sys/block/${disk}/${name}`),
    ),
    ...(ports ?? []).flatMap((port) =>
      ['port_name', 'node_name'].map((name) => `/sys/class/fc_host/${port}/${name}`),
    ),
  ]);
  // A name such as naa.5000c500a1b2c3d4 is also written with 0x, or alone.
  return texts.flatMap((text) => [
    text,
    ...(/^(?:naa|eui|uuid|t10)?\.?(?:0x)?([0-9a-f-]{16,36})$/i.exec(text)?.slice(1) ?? []),
  ]);
}

/** The MAC addresses of the host's network interfaces. */
export async function macsOf(host: CollectingHost): Promise<string[]> {
  const interfaces = await listed(host, '/sys/class/net');
  return readAll(
    host,
    interfaces.map((name) => `/sys/class/net/${name}/address`),
  );
}

/** The accounts of people: user names, and the full names in their comments. */
export interface People {
  readonly users: readonly string[];
  readonly fullNames: readonly string[];
}

const firstUser = 1000;
const nobody = 65534;
// In these directories, users have a file or directory with their name.
const directoriesOfUsers = [
  '/home',
  '/var/spool/cron',
  '/var/spool/cron/crontabs',
  '/var/lib/AccountsService/users',
];
const userName = /^[a-z_][\w.-]*$/i;

/** The people with accounts here, including those known only to a directory service. */
export async function peopleOf(host: CollectingHost): Promise<People> {
  const [passwd = '', group = ''] = await Promise.all(
    ['/etc/passwd', '/etc/group'].map((path) => readText(host, path).catch(() => undefined)),
  );
  const rows = rowsOf(accounts, passwd);
  const own = rows.filter(({ uid }) => uid >= firstUser && uid !== nobody);
  const ofSystem = new Set(rows.filter((row) => !own.includes(row)).map(({ name }) => name));
  const members = group.split('\n').flatMap((line) => (line.split(':')[3] ?? '').split(','));
  const names = await Promise.all(directoriesOfUsers.map((path) => listed(host, path)));
  const others = [...members, ...names.flat(), ...(await otherUsers(host))].filter(
    (name) => userName.test(name) && !ofSystem.has(name),
  );
  return {
    users: [...new Set([...own.map(({ name }) => name), ...others])],
    fullNames: own.flatMap(({ comment }) => comment.split(',')[0]?.trim() || []),
  };
}

/** Users of a directory service who are logged in here or have ids for containers. */
async function otherUsers(host: CollectingHost): Promise<string[]> {
  const running = '/run/systemd/users';
  const [ids = '', sessions] = await Promise.all([
    readText(host, '/etc/subuid').catch(() => undefined),
    listed(host, running).then((names) =>
      readAll(
        host,
        names.map((name) => `${running}/${name}`),
      ),
    ),
  ]);
  return [
    ...ids.split('\n').map((line) => line.split(':')[0] ?? ''),
    ...sessions.flatMap((text) => /^NAME=(.*)$/m.exec(text)?.[1] ?? []),
  ];
}
