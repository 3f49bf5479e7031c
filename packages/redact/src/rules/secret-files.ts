/** Files that hold nothing but secrets, recognised by their names alone. */
export interface SecretFiles {
  /** One line for the documentation. */
  readonly doc: string;
  /**
   * Ends of paths: one or more names, each with at most one `*` for any characters. Case is ignored. The folder `commands` stands for the
   * outputs of commands.
   */
  readonly paths: readonly string[];
}

/** Files whose lines are all masked. */
export const secretFiles: readonly SecretFiles[] = [
  { doc: 'Kerberos keytabs and ticket caches', paths: ['*.keytab', 'krb5cc_*'] },
  {
    doc: 'key stores: PKCS#12, Java, KeePass',
    paths: ['*.p12', '*.pfx', '*.jks', '*.jceks', '*.keystore', '*.kdb', '*.kdbx'],
  },
  {
    doc: 'keys of clusters: munge, corosync, Pacemaker, booth, Erlang, MongoDB',
    paths: [
      'munge.key',
      'corosync/authkey',
      'pacemaker/authkey',
      'booth/*.key',
      'booth/authkey',
      '.erlang.cookie',
      '*keyfile',
      'keyfile-*',
      'mongo*.key',
      'mongo*/*.key',
      'borg/keys/*',
    ],
  },
  {
    doc: 'pins and passwords of 389-ds, FreeIPA and Ansible Vault',
    paths: [
      'pin.txt',
      'pwdfile.txt',
      '.vault_pass',
      '*secret_id',
      '*secret-id',
      '.vault_pass.txt',
      '.vault_password',
      'vault_pass.txt',
      'vault-password.txt',
    ],
  },
  {
    doc: 'keys and first passwords of Rails, Jenkins, Keystone and Chef, host secrets of systemd and NetworkManager',
    paths: [
      'master.key',
      'credentials/*.key',
      'secrets/hudson.util.Secret',
      'secrets/initialAdminPassword',
      'fernet-keys/*',
      'credential-keys/*',
      'encrypted_data_bag_secret',
      'systemd/credential.secret',
      'NetworkManager/secret_key',
    ],
  },
  {
    doc: 'mounted secrets of containers, tokens of Kubernetes and k3s',
    paths: [
      'run/secrets/*',
      'serviceaccount/token',
      'k3s/server/token',
      'server/node-token',
      'k3s/server/agent-token',
    ],
  },
  {
    doc: 'secrets of Samba',
    paths: ['secrets.tdb', 'passdb.tdb'],
  },
  {
    doc: 'private keys without a header: WireGuard, Tor; pre-shared keys of Zabbix',
    paths: ['wireguard/*.key', 'hs_ed25519_secret_key', 'zabbix/*.psk', 'zabbix/psk'],
  },
  {
    doc: 'outputs of programs that show or make one secret',
    paths: [
      'commands/pass_show*',
      'commands/gopass_show*',
      'commands/secret-tool_lookup*',
      'commands/gcloud_secrets_versions_access*',
      'commands/ceph_auth_print*',
      'commands/ceph_auth_get-key*',
      'commands/ceph_config-key_get*',
      'commands/openssl_rand*',
      'commands/pwgen*',
      'commands/k3s_token_create*',
      'commands/kubeadm_token_create',
    ],
  },
  {
    doc: 'secrets alone in a file, by its name: LDAP, Varnish, ZeroTier, Checkmk, Vault, one-time passwords',
    paths: [
      '*.secret',
      'varnish/*secret',
      'ldapscripts.passwd',
      '.google_authenticator',
      '.vault-token',
      '*.pw',
      '*.pass',
      '*-pass',
      '*_pass',
      '*-pw',
      '*_pw',
      'etc/*/pass',
      'etc/*/password',
      'commands/virsh_secret-get-value*',
      'beegfs/conn.auth*',
      '*.passphrase',
      '*authtoken',
      '*.token',
    ],
  },
];
