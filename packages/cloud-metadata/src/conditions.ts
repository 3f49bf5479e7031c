import { type Condition, defineCondition } from '@hostspec/spec';
import { type CloudProvider, cloud } from './cloud.js';

/** Holds on an instance of AWS. */
export const isAws = onCloud('IsAWS', 'AWS');

/** Holds on a virtual machine of Azure. */
export const isAzure = onCloud('IsAzure', 'Azure');

/** Holds on an instance of Google Cloud. */
export const isGcp = onCloud('IsGCP', 'GCP');

function onCloud<const N extends string>(name: N, provider: CloudProvider): Condition<N> {
  return defineCondition({
    name,
    doc: `The host runs on ${provider}: according to the facts recorded by subscription-manager, the firmware, the package repositories, the records of cloud-init or the installed packages. The first sign counts. No packet is sent to find out.`,
    async evaluate({ host }) {
      const found = await cloud(host);
      if (found.provider === provider) return { holds: true, reason: `on ${provider}: ${found.reason}` };
      const where = found.provider ? `on ${found.provider}, ` : '';
      return { holds: false, reason: `not on ${provider}: ${where}${found.reason}` };
    },
  });
}
