/** Files that contain nothing but a secret, or a secret in each line. Their names say so, not their content. */
export interface SecretFiles {
  /** What the files are, for the documentation. */
  readonly doc: string;
  /** Matched against the path, which begins with a slash. */
  readonly path: RegExp;
  readonly matches: readonly string[];
  readonly others: readonly string[];
}

/** The files whose lines are all masked, whatever they contain. */
export const secretFiles: readonly SecretFiles[] = [
  {
    doc: 'Kerberos keytabs and ticket caches',
    path: /\/(?:[^/]+\.keytab|krb5cc_[^/]+)$/,
    matches: ['/etc/krb5.keytab', '/tmp/krb5cc_1000', '/etc/named.keytab'],
    others: ['/etc/krb5.conf', '/usr/share/doc/keytab'],
  },
  {
    doc: 'key stores: PKCS#12, Java, KeePass',
    path: /\/[^/]+\.(?:p12|pfx|jks|jceks|keystore|kdbx?)$/i,
    matches: ['/etc/pki/server.p12', '/opt/app/conf/KEY.JKS', '/root/safe.kdbx'],
    others: ['/etc/p12', '/etc/keystore.conf'],
  },
  {
    doc: 'keys of clusters: munge, corosync, Pacemaker, booth, Erlang',
    path: /\/(?:munge\.key|(?:corosync|pacemaker|booth)\/(?:authkey|[^/]+\.key)|\.erlang\.cookie)$/,
    matches: [
      '/etc/munge/munge.key',
      '/etc/corosync/authkey',
      '/etc/booth/booth.key',
      '/var/lib/rabbitmq/.erlang.cookie',
    ],
    others: ['/etc/corosync/corosync.conf', '/srv/authkey', '/etc/munge.keys'],
  },
  {
    doc: 'pins and passwords of 389-ds, FreeIPA and Ansible Vault',
    path: /\/(?:pin\.txt|pwdfile\.txt|\.?vault[_-]pass(?:word)?(?:\.txt)?)$/,
    matches: [
      '/etc/dirsrv/slapd-EXAMPLE/pin.txt',
      '/etc/httpd/alias/pwdfile.txt',
      '/root/.vault_pass',
      '/srv/vault-password.txt',
    ],
    others: ['/srv/spin.txt', '/root/vault_passed'],
  },
  {
    doc: 'master keys of Rails and Jenkins, host secrets of systemd and NetworkManager',
    path: /\/(?:master\.key|credentials\/[^/]+\.key|secrets\/hudson\.util\.Secret|systemd\/credential\.secret|NetworkManager\/secret_key)$/,
    matches: [
      '/srv/app/config/master.key',
      '/srv/app/config/credentials/production.key',
      '/var/lib/jenkins/secrets/hudson.util.Secret',
      '/var/lib/systemd/credential.secret',
      '/var/lib/NetworkManager/secret_key',
    ],
    others: ['/srv/webmaster.key.pub', '/etc/NetworkManager/NetworkManager.conf'],
  },
  {
    doc: 'mounted secrets of containers, tokens of Kubernetes and k3s',
    path: /\/(?:run\/secrets\/(?!rhsm\/)[^/]+|serviceaccount\/token|k3s\/(?:[^/]+\/)?(?:node-|agent-)?token)$/,
    matches: [
      '/run/secrets/db_password',
      '/var/run/secrets/kubernetes.io/serviceaccount/token',
      '/var/lib/rancher/k3s/server/node-token',
    ],
    others: [
      '/run/secrets/rhsm/rhsm.conf',
      '/etc/token',
      '/var/run/secrets/kubernetes.io/serviceaccount/namespace',
    ],
  },
  {
    doc: 'lists of logins: rsync, pppd; secrets of Samba',
    path: /\/(?:rsyncd\.secrets|(?:chap|pap)-secrets|(?:secrets|passdb)\.tdb)$/,
    matches: ['/etc/rsyncd.secrets', '/etc/ppp/chap-secrets', '/var/lib/samba/private/secrets.tdb'],
    others: ['/etc/rsyncd.conf', '/etc/ppp/options', '/etc/secrets.tdb.bak'],
  },
  {
    doc: 'private keys without a header: WireGuard, Tor; pre-shared keys of Zabbix',
    path: /\/(?:wireguard\/[^/]+\.key|hs_ed25519_secret_key|zabbix\/[^/]+\.psk)$/,
    matches: ['/etc/wireguard/wg0.key', '/var/lib/tor/web/hs_ed25519_secret_key', '/etc/zabbix/agent.psk'],
    others: ['/etc/wireguard/wg0.conf', '/etc/zabbix/zabbix_agentd.conf'],
  },
];

/** Whether all of a file is a secret. The path may be absolute, or a name in an archive. */
export function isSecretFile(path: string, files: readonly SecretFiles[]): boolean {
  const absolute = `/${path}`;
  return files.some((each) => each.path.test(absolute));
}
