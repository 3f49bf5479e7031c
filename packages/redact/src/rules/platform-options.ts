import type { ProgramOptions } from './program-options.js';

const r = String.raw;

/** As `programs`: clients of platforms, directories and game servers, tools for networks and disks. A new program is one line. */
export const platformPrograms: readonly ProgramOptions[] = [
  [['gitlab-runner register'], ['next', '-r']],
  [['influx'], ['next', '-t']],
  [['ipa-client-install'], ['next', '-w']],
  [
    ['ipa-join', 'ipa-getkeytab'],
    ['next', '-w'],
  ],
  [['config set'], ['text', r`[ ][\w./:-]{1,80} (?<=(?:passw(?:or)?d|pass|secret|_authToken) )`]],
  [
    ['proxytunnel', 'ab'],
    ['text', r`[ ]-[PA] [^\s:]{1,64}:`],
  ],
  [['dsmadmc'], ['text', r`[ ]-pa\w{0,6}=`]],
  [['jboss-cli.sh'], ['text', '[ ]-p=']],
  [['kubectl create secret'], ['text', r`[ ]--from-literal=(?:pw|key|pin|auth)=`]],
  [['microk8s join'], ['text', r` [\w.:-]{1,128}/`]],
  [['murmurd'], ['next', '-supw']],
  [['radclient'], ['text', r`[ ](?:auth|acct|status|coa|disconnect|auto) `]],
  [['samba-tool user'], ['text', r` (?:create|add) (?!-)[^\s]{1,64} (?!-)`]],
  [['net idmap secret'], ['text', r` (?:'\*'|[^\s]{1,64}) `]],
  [['steamcmd'], ['text', r`[ ]\+login [^\s]{1,64} (?!\+)`]],
  [['turnserver'], ['text', r`[ ](?:-u|--user)[ =][^\s:]{1,64}:`]],
  [
    ['ip xfrm', 'ip -6 xfrm'],
    ['text', r`[ ](?:enc|aead) [^\s]{2,40} `],
    ['text', r`[ ]auth(?:-trunc)? [^\s]{2,40} `],
  ],
  [['ip macsec'], ['text', r`[ ]key [\da-f]{1,32} `]],
  [['setkey'], ['text', r`[ ]-E [\w-]{2,24} `], ['text', r`[ ]-A [\w-]{2,24} `]],
  [['tcpdump'], ['next', '-E']],
  [['create_ap'], ['text', r` [\w.-]{1,15} [\w.-]{1,15} [^\s]{1,32} (?!-)`]],
  [['nvme'], ['next', '-S'], ['next', '-C']],
  [['heplify'], ['next', '-hp']],
  [['rad_eap_test'], ['next', '-S']],
  [['gobgp'], ['text', r`[ ]password[ ]`]],
  [['hdparm'], ['text', r`[ ]--security-(?:unlock|set-pass|disable|erase(?:-enhanced)?)[ ](?:[um] )?`]],
  [
    ['storcli', 'storcli64', 'perccli', 'perccli64'],
    ['text', r`[ ](?:old)?securitykey=`],
  ],
  [['lbu'], ['next', '-p']],
  [['ipa-server-install'], ['next', '-p']],
  [['ipa-replica-install'], ['next', '-w']],
  [
    ['ctr', 'crictl', 'nerdctl'],
    ['text', r`[ ](?:--user|-u|--creds)[ =]["']?[^\s:"']{1,64}:`],
  ],
  [['knife'], ['next', '-P']],
  [['vmrun'], ['next', '-gp'], ['next', '-vp']],
  [['frpc'], ['next', '-t']],
  [['mongo[a-z]{2,8}'], ['text', '[ ]-p=']],
  [['curl'], ['text', r`[ ](?:--cert|-E)[ =][^\s:]{1,128}:`]],
  [['virsh'], ['text', r`[ ]set_password (?:vnc|spice) `]],
  [
    ['omsagent', 'onboard_agent.sh'],
    ['next', '-s'],
  ],
  [
    ['amazon-ssm-agent', 'ssm-setup-cli'],
    ['next', '--?(?:activation-)?code'],
  ],
  [
    ['newrelic-infra', 'nrsysmond-config'],
    ['text', r`[ ](?:-license|--set license_key)[ =]`],
  ],
  [['rdesktop'], ['next', '-p']],
  [
    ['rbd', 'rados'],
    ['next', '--key'],
  ],
  [['swift'], ['next', '(?:-K|--key)']],
  [['rdm-mailhandler.rb'], ['next', '(?:-k|--key)']],
];
