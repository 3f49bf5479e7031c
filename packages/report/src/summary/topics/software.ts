import { enabledRepositories, packageCountOf, repositories, rowsOf, valuesOf } from '@hostspec/parse';
import type { Evidence } from '../evidence.js';
import type { Finding } from '../summary.js';
import { someOf } from '../words.js';

/** Packages, repositories and the subscription. */
export async function softwareFacts(evidence: Evidence): Promise<Finding[]> {
  const { text } = evidence;
  const facts: Finding[] = [];
  const packages = packageCountOf((await text('installed_rpms')) ?? '');
  if (packages > 0)
    facts.push({
      label: 'packages',
      text: `${packages}`,
      from: 'installed_rpms',
      whole: true,
      data: packages,
    });
  facts.push(...(await repositoryFacts(evidence)));
  const status = valuesOf((await text('subscription_manager_status')) ?? '').get('Overall Status');
  if (status !== undefined)
    facts.push({
      label: 'subscription',
      text: status,
      from: 'subscription_manager_status',
      ...(/^(?:Invalid|Unknown|Insufficient|Expired)/.test(status) && { attention: true }),
      data: status,
    });
  const identity = valuesOf((await text('subscription_manager_id')) ?? '');
  const organisation = identity.get('org name') ?? identity.get('org ID');
  if (organisation !== undefined)
    facts.push({
      label: 'organisation',
      text: organisation,
      from: 'subscription_manager_id',
      data: organisation,
    });
  return facts;
}

async function repositoryFacts({ rows, pieces }: Evidence): Promise<Finding[]> {
  const listed = await rows('yum_repolist', repositories);
  const [found, from] =
    listed.length > 0
      ? [listed, 'yum_repolist']
      : [
          (await pieces('yum_repos_d')).flatMap(({ text }) => rowsOf(enabledRepositories, text)),
          'yum_repos_d',
        ];
  const ids = found.map(({ id }) => id);
  return ids.length === 0
    ? []
    : [{ label: 'repositories', text: someOf(ids, 12), from, whole: true, data: ids }];
}
