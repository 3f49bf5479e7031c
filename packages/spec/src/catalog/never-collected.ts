/** What a catalog never collects, whatever its specs and the options of a run say. */
export interface NeverCollected {
  /**
   * Files, with everything below a directory: absolute paths in which a wildcard stands for a part of one name. A name without a slash counts in
   * every directory.
   */
  readonly files: readonly string[];
  /** Commands: the name of a program, and words that its arguments have in this order. */
  readonly commands: readonly string[];
}

interface MayHave {
  readonly neverCollected?: NeverCollected;
}

/** What several catalogs never collect, together: a catalog that is composed, picked from or extended can add to it, never take away. */
export function mergeNever(all: readonly MayHave[]): MayHave {
  const parts = all.flatMap(({ neverCollected }) => neverCollected ?? []);
  if (parts.length === 0) return {};
  const together = (key: keyof NeverCollected) => [...new Set(parts.flatMap((part) => part[key]))];
  return { neverCollected: { files: together('files'), commands: together('commands') } };
}

const hashesOfPasswords = [
  ...[
    '/etc/shadow',
    '/etc/shadow-',
    '/etc/shadow.*',
    '/etc/shadow~',
    '/etc/.shadow*',
    '/var/backups/shadow*',
  ],
  ...['/etc/gshadow', '/etc/gshadow-', '/etc/gshadow.*', '/etc/gshadow~', '/etc/.gshadow*'],
  ...['/var/backups/gshadow*', '/etc/security/opasswd*'],
];

const privateKeys = [
  ...['*.key', '*-key.pem', 'privkey*.pem', '*.p12', '*.pfx', '*.jks', '*.keystore', '*.ppk', '*.private'],
  ...[
    'id_rsa',
    'id_dsa',
    'id_ecdsa',
    'id_ecdsa_sk',
    'id_ed25519',
    'id_ed25519_sk',
    '/etc/ssh/ssh_host_*_key',
  ],
  ...['key3.db', 'key4.db', 'secring.gpg', '.gnupg'],
  ...['/etc/ssl/private', '/etc/pki/*/private', '/etc/pki/consumer/key.pem', '/etc/letsencrypt/accounts'],
  ...['/etc/ipsec.d/private', '/etc/strongswan/ipsec.d/private', '/etc/cryptsetup-keys.d', '/etc/luks'],
  ...['private', 'rsa', 'ecdsa', 'pkcs8', 'pkcs12'].map((kind) => `/etc/swanctl/${kind}`),
  ...['/run/cryptsetup-keys.d', '/var/lib/kubelet/pki/*.pem', '/etc/origin/node/certificates/*.pem'],
];

const sharedSecrets = [
  ...['ipsec.secrets', 'ipsec.*.secrets', '/etc/ipsec.d/*.secrets', 'chap-secrets', 'pap-secrets'],
  ...['chrony.keys', 'ntp.keys', '/etc/ntp/keys', '*.keytab', '/var/lib/sss/keytabs'],
];

const passwordsOfPrograms = [
  ...['/etc/mysql/debian.cnf', '/etc/apt/auth.conf', '/etc/apt/auth.conf.d/*', 'SCCcredentials'],
  ...['/etc/zypp/credentials.d/*', '/var/lib/snapd/state.json', '/var/cache/debconf/passwords.dat*'],
  ...['/etc/pve/priv', '/etc/pve/nodes/*/priv'],
];

const kubernetes = [
  ...['kubeconfig', '*.kubeconfig', '.kube', '/var/lib/k0s/pki/*.conf'],
  ...['admin', 'super-admin', 'controller-manager', 'scheduler', 'kubelet', 'bootstrap-kubelet'].map(
    (name) => `/etc/kubernetes/${name}.conf`,
  ),
  ...['/etc/rancher/*/k3s.yaml', '/etc/rancher/*/rke2.yaml', '/etc/rancher/node/password'],
  ...['/var/lib/rancher/*/server/*token*', '/var/lib/rancher/*/server/cred'],
  ...['/var/snap/microk8s/*/credentials', '/etc/kubernetes/*token*', '/etc/kubernetes/pki/*token*'],
  ...['/etc/kubernetes/*encryption*', '/etc/kubernetes/*/*encryption*', '/run/secrets', '/var/run/secrets'],
  ...['kubernetes.io~secret', 'kubernetes.io~projected'],
];

const cloudData = [
  ...['user-data*', 'vendor-data*', 'cloud-config.txt', 'obj.pkl', 'scripts'].flatMap((name) => [
    `/var/lib/cloud/instance/${name}`,
    `/var/lib/cloud/instances/*/${name}`,
  ]),
  ...['/var/lib/cloud/seed', 'instance-data-sensitive.json', '/run/cloud-init/combined-cloud-config.json'],
];

const homes = [
  ...['.*_history', 'fish_history', '.histfile', '.lesshst', '.viminfo'],
  ...['.netrc', '.pgpass', '.my.cnf', '.mylogin.cnf', '.git-credentials', '.aws', '.azure'],
  ...['/root/.docker/config.json', '/home/*/.docker/config.json'],
];

/** Files that hold secrets on Linux, and commands that print some: what the catalog for all of Linux never collects. */
export const linuxSecrets: NeverCollected = {
  files: [
    ...hashesOfPasswords,
    ...privateKeys,
    ...sharedSecrets,
    ...passwordsOfPrograms,
    ...kubernetes,
    ...cloudData,
    ...homes,
  ],
  commands: [
    ...['getent shadow', 'getent gshadow', 'ip xfrm state', 'wg showconf'],
    ...['kubectl', 'oc'].flatMap((program) => [`${program} get secret`, `${program} get secrets`]),
  ],
};
