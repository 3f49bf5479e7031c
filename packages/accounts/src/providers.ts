import { existingPaths } from '@hostspec/facts';

export { homeAuthorizedKeys, homeShellFiles } from './home-files.js';
export { homes } from './homes.js';
export { hostCertificates } from './host-certificates.js';

/** Where the owner of a host adds certificates of authorities. */
export const localCaDirectories = existingPaths('local_ca_directories', [
  '/usr/local/share/ca-certificates',
  '/etc/pki/ca-trust/source/anchors',
  '/etc/pki/trust/anchors',
]);

/** Where jobs of at wait. */
export const atSpools = existingPaths('at_spools', [
  '/var/spool/cron/atjobs',
  '/var/spool/at',
  '/var/spool/atd',
  '/var/spool/atjobs',
]);
