import { dmi, fact, forEachOf, installedPackages } from '@hostspec/facts';
import { type Host, isHostError, readText } from '@hostspec/spec';

/** The cloud providers that can be detected from the host's own files and firmware. */
export type CloudProvider = 'AWS' | 'Azure' | 'GCP' | 'Alibaba Cloud' | 'IBM Cloud' | 'Oracle Cloud';

/** The cloud that the host runs in, if any, and the sign that shows it. */
export interface Cloud {
  readonly provider?: CloudProvider;
  readonly reason: string;
}

type Sign = (host: Host) => Promise<Cloud | undefined>;

// Few at once, because they are in memory together.
const filesAtOnce = 16;

const azureAssetTag = '7783-7084-3265-9085-8269-3286-77';

/** The cloud that the host runs in, by the first sign in files and firmware. Sends no packet. */
export const cloud = fact(async (host): Promise<Cloud> => {
  // All files are read at once, because each takes a round trip to a host elsewhere. The list of packages takes long, and often is not needed.
  const asked = signs.map((sign) => (sign === packages ? undefined : sign(host)));
  for (const each of asked) each?.catch(() => undefined);
  for (const [index, sign] of signs.entries()) {
    const found = await (asked[index] ?? sign(host));
    if (found) return found;
  }
  return {
    reason: 'no sign of a cloud provider in firmware, repositories, packages or the records of cloud-init',
  };
});

const signs: readonly Sign[] = [
  subscriptionFacts,
  bios,
  azure,
  aws,
  manufacturer,
  cloudInit,
  packages,
  subscriptionServer,
];

// Only facts that subscription-manager has recorded: running it may send packets.
async function subscriptionFacts(host: Host): Promise<Cloud | undefined> {
  const providers = { aws: 'AWS', azure: 'Azure', gcp: 'GCP' } as const;
  for (const path of await matches(host, ['/var/lib/rhsm/facts/facts.json', '/etc/rhsm/facts/*.facts'])) {
    const facts = record(await readJson(host, path));
    for (const [key, provider] of Object.entries(providers))
      if (facts[`${key}_instance_id`]) return { provider, reason: `${path} has ${key}_instance_id` };
  }
  return undefined;
}

async function bios(host: Host): Promise<Cloud | undefined> {
  const { biosVendor, biosVersion } = await dmi(host);
  for (const [what, value] of Object.entries({ vendor: biosVendor, version: biosVersion })) {
    const provider = firstOf(value, { amazon: 'AWS', google: 'GCP' });
    if (provider) return { provider, reason: `the BIOS ${what} is ${value}` };
  }
  return undefined;
}

async function azure(host: Host): Promise<Cloud | undefined> {
  const paths = await matches(host, ['/etc/yum.repos.d/*.repo', '/etc/distro.repos.d/*.repo']);
  const texts = await forEachOf(paths, filesAtOnce, (path) => readText(host, path));
  for (const [index, path] of paths.entries()) {
    const repository = enabledRepositories(texts[index] ?? '').find((name) =>
      name.includes('rhui-microsoft-azure'),
    );
    if (repository) return { provider: 'Azure', reason: `${path} has the repository ${repository}` };
  }
  if ((await dmi(host)).assetTag !== azureAssetTag) return undefined;
  return { provider: 'Azure', reason: `the chassis asset tag is ${azureAssetTag}` };
}

async function aws(host: Host): Promise<Cloud | undefined> {
  const { uuid = '', assetTag } = await dmi(host);
  if (!/^ec2/i.test(uuid) || assetTag?.toLowerCase() !== 'amazon ec2') return undefined;
  return { provider: 'AWS', reason: `the system UUID begins with ec2 and the asset tag is ${assetTag}` };
}

async function manufacturer(host: Host): Promise<Cloud | undefined> {
  const { systemVendor } = await dmi(host);
  const provider = firstOf(systemVendor, { 'alibaba cloud': 'Alibaba Cloud' });
  return provider && { provider, reason: `the system manufacturer is ${systemVendor}` };
}

async function cloudInit(host: Host): Promise<Cloud | undefined> {
  const [json, id] = await Promise.all([
    readJson(host, '/run/cloud-init/instance-data.json'),
    readText(host, '/run/cloud-init/cloud-id'),
  ]);
  const data = record(record(json).v1);
  for (const name of [data.cloud_name, data['cloud-name'], id]) {
    if (typeof name !== 'string') continue;
    const provider = firstOf(name, {
      aws: 'AWS',
      azure: 'Azure',
      gce: 'GCP',
      aliyun: 'Alibaba Cloud',
      oracle: 'Oracle Cloud',
      ibmcloud: 'IBM Cloud',
    });
    if (provider) return { provider, reason: `cloud-init recorded the cloud name ${name.trim()}` };
  }
  return undefined;
}

async function packages(host: Host): Promise<Cloud | undefined> {
  const names = [...(await installedPackages(host)).keys()];
  const providers = {
    'rh-amazon-rhui-client': 'AWS',
    'google-rhui-client': 'GCP',
    'oracle-cloud-agent': 'Oracle Cloud',
  } as const;
  for (const [start, provider] of Object.entries(providers)) {
    const found = names.find((name) => name === start || name.startsWith(`${start}-`));
    if (found) return { provider, reason: `the package ${found} is installed` };
  }
  return undefined;
}

async function subscriptionServer(host: Host): Promise<Cloud | undefined> {
  const settings = (await readText(host, '/etc/rhsm/rhsm.conf')) ?? '';
  const server = /^[ \t]*hostname\s*=\s*(\S+)/m.exec(settings)?.[1];
  if (!server || !/(^|\.)networklayer\.com$/i.test(server)) return undefined;
  return { provider: 'IBM Cloud', reason: `the subscription server is ${server}` };
}

function enabledRepositories(text: string): string[] {
  const sections = text.split(/^[ \t]*\[/m).slice(1);
  const enabled = sections.filter(
    (section) => !/^[ \t]*enabled[ \t]*=[ \t]*(0|no|false|off)[ \t\r]*$/im.test(section),
  );
  return enabled.map((section) => section.split(']')[0]?.trim() ?? '');
}

function firstOf(value: string | undefined, providers: Readonly<Record<string, CloudProvider>>) {
  const lower = value?.toLowerCase() ?? '';
  return Object.entries(providers).find(([part]) => lower.includes(part))?.[1];
}

async function matches(host: Host, patterns: readonly string[]): Promise<readonly string[]> {
  try {
    return (await host.glob(patterns)).paths;
  } catch (error) {
    if (isHostError(error)) return [];
    throw error;
  }
}

async function readJson(host: Host, path: string): Promise<unknown> {
  try {
    return JSON.parse((await readText(host, path)) ?? '');
  } catch {
    return undefined;
  }
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
