import { defineCondition } from '@hostspec/spec';
import { capsuleRelease, satelliteRelease } from './satellite-release.js';

/** Holds on a Satellite server of any version. */
export const isSatellite = defineCondition({
  name: 'IsSatellite',
  doc: 'The host is a Satellite server of any version, according to its version file or the packages of Satellite 6 or 5.',
  evaluate: async ({ host }) => verdict(await satelliteRelease(host)),
});

/** Holds on a Satellite server of version 6.11. */
export const isSatellite611 = defineCondition({
  name: 'IsSatellite611',
  doc: 'The host is a Satellite server of version 6.11.',
  async evaluate({ host }) {
    const { version, reason } = await satelliteRelease(host);
    return { holds: /^6\.11(\.|$)/.test(version ?? ''), reason };
  },
});

/** Holds on a Satellite server of any version, under the earlier variant's name. */
export const satelliteVersion = defineCondition({
  name: 'SatelliteVersion',
  doc: 'The host is a Satellite server of any version: the same as IsSatellite, under its name in variant A.',
  evaluate: async ({ host }) => verdict(await satelliteRelease(host)),
});

/** Holds on a Capsule that is not a Satellite server. */
export const capsuleVersion = defineCondition({
  name: 'CapsuleVersion',
  doc: 'The host is a Capsule: the package satellite-capsule is installed, and it is not a Satellite server.',
  evaluate: async ({ host }) => verdict(await capsuleRelease(host)),
});

function verdict({ version, reason }: { readonly version?: string; readonly reason: string }) {
  return { holds: version !== undefined, reason };
}
