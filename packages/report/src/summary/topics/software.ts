import { someOf } from '@hostspec/host-kit';
import {
  apkPackages,
  apkRepositories,
  aptRepositories,
  aptSources,
  debianPackages,
  definedRepositories,
  packageCountOf,
  pacmanPackages,
  pacmanRepositories,
  type Repository,
  repositories,
  rowsOf,
  valuesOf,
  zypperRepositories,
} from '@hostspec/parse';
import type { Evidence } from '../evidence.js';
import type { SpecName } from '../sources.js';
import type { Finding } from '../summary.js';
import { textFact } from '../words.js';

/** Packages, repositories and the subscription. */
export async function softwareFacts(evidence: Evidence): Promise<Finding[]> {
  const { text, rows } = evidence;
  const facts: Finding[] = [];
  const packages = countFacts('installed_rpms', packageCountOf((await text('installed_rpms')) ?? ''));
  facts.push(...packages);
  if (packages.length === 0)
    facts.push(
      ...(await dpkgFacts(evidence)),
      ...countFacts('apk_packages', (await rows('apk_packages', apkPackages)).length),
      ...countFacts('pacman_packages', (await rows('pacman_packages', pacmanPackages)).length),
    );
  facts.push(...(await repositoryFacts(evidence)));
  if ((await text('reboot_required')) !== undefined)
    facts.push({ label: 'reboot', text: 'pending after an update', from: 'reboot_required', data: true });
  const status = valuesOf((await text('subscription_manager_status')) ?? '').get('Overall Status');
  const identity = valuesOf((await text('subscription_manager_id')) ?? '');
  return [
    ...facts,
    ...textFact('subscription', 'subscription_manager_status', status),
    ...textFact(
      'organisation',
      'subscription_manager_id',
      identity.get('org name') ?? identity.get('org ID'),
    ),
  ];
}

/** Packages of dpkg, and those on hold. */
async function dpkgFacts({ rows }: Evidence): Promise<Finding[]> {
  const all = await rows('dpkg_packages', debianPackages);
  if (all.length === 0) return [];
  const from = 'dpkg_packages';
  const count = all.filter(({ state }) => state === 'installed').length;
  const held = all.filter(({ isHeld }) => isHeld).map(({ name }) => name);
  return [
    { label: 'packages', text: `${count}`, from, whole: true, data: count },
    ...(held.length === 0
      ? []
      : [{ label: 'on hold', text: someOf(held, 8), from, data: held.slice(0, 100) }]),
  ];
}

/** The number of packages, unless there is none. */
function countFacts(from: SpecName, count: number): Finding[] {
  return count === 0 ? [] : [{ label: 'packages', text: `${count}`, from, whole: true, data: count }];
}

async function repositoryFacts(evidence: Evidence): Promise<Finding[]> {
  for (const [from, listed] of repositoryLists) {
    const ids = [...new Set((await listed(evidence)).map(({ id }) => id))];
    if (ids.length > 0)
      return [{ label: 'repositories', text: someOf(ids, 12), from, whole: true, data: ids }];
  }
  return [];
}

/** The ways to know the repositories; the first that gives some counts. */
const repositoryLists: readonly (readonly [
  from: string,
  listed: (evidence: Evidence) => Promise<readonly Repository[]>,
])[] = [
  ['yum_repolist', ({ rows }) => rows('yum_repolist', repositories)],
  [
    'yum_repos_d',
    async ({ pieces }) =>
      (await pieces('yum_repos_d'))
        .flatMap(({ text }) => rowsOf(definedRepositories, text))
        .filter(({ isEnabled }) => isEnabled),
  ],
  ['apt_policy', ({ rows }) => rows('apt_policy', aptRepositories)],
  // Without lists of packages, as in a container, apt names no repository.
  ...(['apt_sources', 'apt_sources_deb822'] as const).map(
    (from) =>
      [
        from,
        async ({ pieces }: Evidence) => (await pieces(from)).flatMap(({ text }) => rowsOf(aptSources, text)),
      ] as const,
  ),
  ['zypper_repos', ({ rows }) => rows('zypper_repos', zypperRepositories)],
  ['apk_repositories', ({ rows }) => rows('apk_repositories', apkRepositories)],
  ['pacman_conf', ({ rows }) => rows('pacman_conf', pacmanRepositories)],
];
