import { checkPath } from '@hostspec/facts';
import { defineSetting } from '@hostspec/spec';

/** Which directories `du` measures. */
export const duDirs = defineSetting({
  name: 'du_dirs',
  doc: 'Directories whose total size du_dirs measures; large trees may take longer than the time limit of a command',
  default: ['/tmp', '/var/cache', '/var/log', '/var/spool', '/var/tmp'],
  check: checkPath,
});
