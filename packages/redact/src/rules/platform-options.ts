import type { ProgramOptions } from './program-options.js';

const r = String.raw;

/** As `programs`: clients of platforms, directories and game servers. A new program is one line. */
export const platformPrograms: readonly ProgramOptions[] = [
  [['gitlab-runner register'], ['next', '-r']],
  [['influx'], ['next', '-t']],
  [['ipa-client-install'], ['next', '-w']],
  [['ipa-join'], ['next', '-w']],
  [['jboss-cli.sh'], ['text', '[ ]-p=']],
  [['kubectl create secret'], ['text', r`[ ]--from-literal=(?:pw|key|pin|auth)=`]],
  [['microk8s join'], ['text', r` [\w.:-]{1,128}/`]],
  [['murmurd'], ['next', '-supw']],
  [['radclient'], ['text', r`[ ](?:auth|acct|status|coa|disconnect|auto) `]],
  [['samba-tool user'], ['text', r` (?:create|add) [^\s-]{1,64} (?!-)`]],
  [['steamcmd'], ['text', r`[ ]\+login [^\s]{1,64} (?!\+)`]],
  [['turnserver'], ['text', r`[ ](?:-u|--user)[ =][^\s:]{1,64}:`]],
];
