import { defineSetting } from '@hostspec/spec';

/** Whether command lines that change the host may run. */
export const allowStateChanges = defineSetting({
  name: 'allow_state_changes',
  doc: 'Also run the command lines of corosync_cmapctl that delete keys of the cluster map or clear its statistics',
  default: false,
});
