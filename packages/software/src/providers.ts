import { defineProvider, listOr } from '@hostspec/spec';
import { rpmVPackageList } from './settings.js';

export * from './settings.js';

/** The packages to verify. */
export const rpmVPkgList = defineProvider({
  name: 'rpm_v_pkg_list',
  doc: 'The packages in the setting `rpm_V_package_list`, sorted and distinct; rpm reports packages that are not installed.',
  yields: 'list',
  evaluate: ({ setting }) =>
    listOr([...new Set(setting(rpmVPackageList))].sort(), 'the setting rpm_V_package_list is empty'),
});
