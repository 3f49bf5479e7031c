import { socketCondition } from '@hostspec/facts';
import {
  commandWithArgs,
  firstOf,
  foreachCollect,
  foreachExecute,
  globFile,
  listdir,
  simpleCommand,
  simpleFile,
  slice,
} from '@hostspec/spec';
import {
  atSpools,
  homeAuthorizedKeys,
  homeShellFiles,
  homes,
  hostCertificates,
  localCaDirectories,
} from './providers.js';
import { homesSetting } from './settings.js';

/** The version of this package; written by `npm run release:version`. */
export const version = '1.0.0';

/** Holds while the server of fail2ban runs. */
const fail2banRuns = socketCondition('Fail2banRuns', '/run/fail2ban/fail2ban.sock');

/** Accounts, PAM, keys, jobs of users, shells, certificates. */
export const accounts = slice({
  name: 'accounts',
  version,
  specs: {
    account_states: simpleCommand('/usr/bin/passwd -S -a', {
      doc: 'State of the password of each account, with dates: locked, empty, expired; no hashes',
      origin: 'passwd(1)',
      absentWhen: ['unknown option', 'unrecognized option', 'invalid option'],
      effects: { needsRoot: true },
    }),
    // On Debian atq belongs to the account daemon, so root does not run it. A name ends in the minutes since 1970, in hexadecimal.
    at_jobs: firstOf(
      [
        simpleCommand('/usr/bin/atq'),
        commandWithArgs(
          '/usr/bin/find %s -maxdepth 1 -type f -name "[a-zA-Z=]?????????????" -printf "%u %f\\n"',
          atSpools(),
        ),
      ],
      {
        doc: 'Jobs of at and batch that wait, with user and time; on Debian as names that end in the minutes since 1970 in hexadecimal',
        saveAs: 'at_jobs',
        origin: 'at(1)',
        absentWhen: ['BusyBox'],
        effects: { needsRoot: true },
      },
    ),
    audit_rules_files: globFile(
      [
        '/etc/audit/rules.d/*.rules',
        '/etc/audit/audit.rules',
        '/etc/audit/plugins.d/*.conf',
        '/etc/libaudit.conf',
      ],
      {
        doc: 'Rules that auditd loads at its start, where its events go, and what programs do if one cannot be recorded',
        origin: 'audit.rules(7), libaudit.conf(5)',
        effects: { needsRoot: true },
      },
    ),
    ca_certificates: globFile(
      ['/etc/ca-certificates.conf', '/etc/ssl/openssl.cnf', '/etc/pki/tls/openssl.cnf', '/etc/gnutls/config'],
      {
        doc: 'Authorities that are trusted or not, and the policy of OpenSSL and GnuTLS',
        origin: 'update-ca-certificates(8)',
      },
    ),
    cron_access: globFile(['/etc/cron.allow', '/etc/cron.deny', '/etc/at.allow', '/etc/at.deny'], {
      doc: 'Who may have jobs of cron and at',
      origin: 'crontab(1)',
      effects: { needsRoot: true },
    }),
    cron_scripts: globFile(
      [
        '/etc/cron.hourly/*',
        '/etc/cron.daily/*',
        '/etc/cron.weekly/*',
        '/etc/cron.monthly/*',
        '/etc/periodic/*/*',
      ],
      {
        doc: 'Scripts that run every hour, day, week and month: what makes the host busy at night',
        origin: 'cron(8)',
      },
    ),
    cron_tables: globFile(['/etc/crontab', '/etc/cron.d/*', '/etc/anacrontab'], {
      doc: 'Jobs of the system with their times',
      origin: 'crontab(5)',
    }),
    cron_users: globFile(['/var/spool/cron/crontabs/*', '/var/spool/cron/tabs/*', '/var/spool/cron/*'], {
      doc: 'Jobs of users, root among them, with their times',
      origin: 'crontab(1)',
      effects: { needsRoot: true },
    }),
    directory_clients: globFile(
      [
        '/etc/nslcd.conf',
        '/etc/ldap.conf',
        '/etc/ldap/ldap.conf',
        '/etc/libnss-ldap.conf',
        '/etc/openldap/ldap.conf',
        '/etc/pam_ldap.conf',
        '/etc/realmd.conf',
      ],
      {
        doc: 'Clients of LDAP and Active Directory: which servers accounts come from',
        origin: 'nslcd.conf(5)',
        effects: { needsRoot: true },
      },
    ),
    etc_environment: globFile(['/etc/environment', '/etc/environment.d/*.conf'], {
      doc: 'Variables of every session: proxies, locale, paths',
      origin: 'environment.d(5)',
    }),
    fail2ban_conf: globFile(
      [
        '/etc/fail2ban/jail.conf',
        '/etc/fail2ban/jail.local',
        '/etc/fail2ban/jail.d/*',
        '/etc/fail2ban/fail2ban.local',
      ],
      {
        doc: 'Jails of fail2ban: after how many failures an address is banned, and for how long',
        origin: 'jail.conf(5)',
      },
    ),
    fail2ban_status: simpleCommand('/usr/bin/fail2ban-client status', {
      doc: 'Jails of fail2ban that are active',
      origin: 'fail2ban-client(1)',
      when: fail2banRuns(),
      effects: { needsRoot: true },
    }),
    faillock: simpleCommand('/usr/sbin/faillock', {
      doc: 'Failed log-ins that count against each account: why one is locked for a time',
      origin: 'faillock(8)',
      absentWhen: ['Error reading tally directory'],
      effects: { needsRoot: true },
    }),
    file_capabilities: simpleCommand('/sbin/getcap -r /usr', {
      doc: 'Programs with capabilities: what may do a part of what root may',
      origin: 'getcap(8)',
      timeout: 120,
      onRequest: true,
      effects: { needsRoot: true },
    }),
    group: simpleFile('/etc/group', {
      doc: 'Groups with their members: who may use sudo, Docker, devices',
      origin: 'group(5)',
    }),
    host_cert_dates: foreachExecute(
      '/usr/bin/openssl x509 -in %s -noout -subject -issuer -serial -dates',
      hostCertificates(),
      {
        doc: 'Certificates of the services on this host: name, issuer, and when each expires',
        absentWhen: ['No such file or directory'],
        origin: 'openssl-x509(1)',
        timeout: 10,
        effects: { needsRoot: true },
      },
    ),
    init_scripts: globFile(['/etc/rc.local', '/etc/init.d/*'], {
      doc: 'Start scripts, also of software that brings no unit file',
      origin: 'systemd-sysv-generator(8)',
    }),
    klist_keytab: simpleCommand('/usr/bin/klist -kte', {
      doc: "Principals in the host's keytab with version, date and type of each key; no keys",
      origin: 'klist(1)',
      absentWhen: ['not found', 'No such file or directory'],
      effects: { needsRoot: true },
    }),
    ld_so: globFile(['/etc/ld.so.conf', '/etc/ld.so.conf.d/*.conf', '/etc/ld.so.preload'], {
      doc: 'Where libraries are found first, and libraries that every program must load',
      origin: 'ld.so(8)',
    }),
    letsencrypt_renewal: globFile(['/etc/letsencrypt/renewal/*.conf', '/etc/letsencrypt/cli.ini'], {
      doc: 'How certbot renews each certificate: domains, plugin, hooks',
      origin: 'https://eff-certbot.readthedocs.io/en/stable/using.html',
      effects: { needsRoot: true },
    }),
    local_ca_files: commandWithArgs(
      '/usr/bin/find %s -type f -printf "%TF %1s %p\\n"',
      localCaDirectories(),
      {
        doc: 'Certificates of authorities that the owner of the host added',
        saveAs: 'local_ca_files',
        origin: 'update-ca-certificates(8)',
      },
    ),
    login_defs: globFile(
      ['/etc/login.defs', '/etc/adduser.conf', '/etc/deluser.conf', '/etc/default/useradd', '/etc/shells'],
      {
        doc: 'Rules for accounts: ranges of ids, age of passwords, mask, shells that are allowed',
        origin: 'login.defs(5)',
      },
    ),
    login_texts: globFile(
      [
        '/etc/motd',
        '/etc/motd.d/*',
        '/etc/issue',
        '/etc/issue.d/*',
        '/etc/issue.net',
        '/etc/update-motd.d/*',
      ],
      {
        doc: 'What users read before and after they log in, and the scripts that make it',
        origin: 'motd(5)',
      },
    ),
    pam_d: globFile(['/etc/pam.d/*', '/usr/lib/pam.d/*'], {
      doc: 'Stacks of PAM: how each service asks for and checks passwords',
      origin: 'pam.d(5)',
    }),
    pam_security: globFile(['/etc/security/*.conf', '/etc/security/*.conf.d/*', '/etc/pam.conf'], {
      doc: 'Options of PAM: lock-out after failures, quality of passwords, access, name spaces',
      origin: 'pam(8)',
    }),
    passwd: simpleFile('/etc/passwd', {
      doc: 'Accounts with ids, homes and shells',
      origin: 'passwd(5)',
    }),
    polkit_rules: globFile(['/etc/polkit-1/rules.d/*.rules', '/etc/polkit-1/localauthority/*/*.pkla'], {
      doc: 'Rules of polkit: who may do what without a password',
      origin: 'polkit(8)',
      effects: { needsRoot: true },
    }),
    realm_list: simpleCommand('/usr/sbin/realm list', {
      doc: 'Domains that the host joined: Active Directory, FreeIPA',
      origin: 'realm(8)',
      absentWhen: ["Couldn't connect"],
    }),
    shell_profiles: globFile(
      ['/etc/profile', '/etc/profile.d/*', '/etc/bash.bashrc', '/etc/bashrc', '/etc/zsh/*'],
      {
        doc: 'What every log-in shell does: variables, limits, banners',
        origin: 'bash(1)',
      },
    ),
    ssh_authorized_keys: foreachExecute('/usr/bin/ssh-keygen -l -f %s', homeAuthorizedKeys(), {
      doc: 'Who may log in by key: fingerprint, type and comment of each authorized key',
      origin: 'ssh-keygen(1)',
      absentWhen: ['is not a public key file'],
      timeout: 10,
    }),
    ssh_host_keys: foreachExecute(
      '/usr/bin/ssh-keygen -l -f /etc/ssh/%s',
      listdir('/etc/ssh/ssh_host_*_key.pub'),
      {
        doc: "Fingerprints of the host's own keys: what clients see, whether two hosts share one",
        origin: 'ssh-keygen(1)',
      },
    ),
    ssh_user_config: foreachCollect('%s/.ssh/config', homes(), {
      doc: 'How users log in elsewhere: jump hosts, proxies, host names',
      origin: 'ssh_config(5)',
      onRequest: true,
    }),
    subids: globFile(['/etc/subuid', '/etc/subgid'], {
      doc: 'Ranges of ids for containers without root: missing or overlapping ones',
      origin: 'subuid(5)',
    }),
    sudo_conf: globFile(['/etc/sudo.conf', '/etc/sudo-ldap.conf', '/etc/doas.conf', '/etc/doas.d/*.conf'], {
      doc: 'Options of sudo and doas: plugins, directories, who may do what',
      origin: 'sudo.conf(5)',
      effects: { needsRoot: true },
    }),
    suid_files: simpleCommand('/usr/bin/find / -xdev -type f -perm /6000 -printf "%M %u %g %s %TF %p\\n"', {
      doc: 'Programs that run with the rights of their owner or group: one that should not be there',
      origin: 'find(1)',
      timeout: 300,
      onRequest: true,
      effects: { needsRoot: true },
    }),
    user_shell_files: foreachCollect('%s', homeShellFiles(), {
      doc: 'What the shells of users do at their start: paths, variables, aliases',
      origin: 'bash(1)',
      onRequest: true,
    }),
    user_systemd_units: foreachCollect('%s/.config/systemd/user/*.*', homes(), {
      doc: 'Services and timers of users, which start without root',
      origin: 'systemd.unit(5)',
    }),
    who_now: simpleCommand('/usr/bin/who -a', {
      doc: 'Who is logged in and from where, last boot, run level',
      origin: 'who(1)',
    }),
    xdg_autostart: globFile(['/etc/xdg/autostart/*.desktop'], {
      doc: 'Programs that start with every desktop session',
      origin: 'https://specifications.freedesktop.org/autostart-spec/latest/',
    }),
  },
  providers: [atSpools, homeAuthorizedKeys, homeShellFiles, homes, hostCertificates, localCaDirectories],
  conditions: [fail2banRuns],
  settings: [homesSetting],
});
