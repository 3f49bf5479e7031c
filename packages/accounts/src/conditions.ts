import { socketCondition } from '@hostspec/facts';

/** Holds while the server of fail2ban runs. */
export const fail2banRuns = socketCondition('Fail2banRuns', '/run/fail2ban/fail2ban.sock');
