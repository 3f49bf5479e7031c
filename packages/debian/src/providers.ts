import { existingPaths } from '@hostspec/facts';

/** Where apt takes the keys that sign package sources from. */
export const aptKeyringPaths = existingPaths('apt_keyring_paths', [
  '/etc/apt/trusted.gpg',
  '/etc/apt/trusted.gpg.d',
  '/etc/apt/keyrings',
  '/usr/share/keyrings',
]);
