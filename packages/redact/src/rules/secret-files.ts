/** Files that hold nothing but secrets, recognised by their names alone. */
export interface SecretFiles {
  /** One line for the documentation. */
  readonly doc: string;
  /** Ends of paths: one or more names, each with at most one `*` for any characters. Case is ignored. */
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
    doc: 'keys of clusters: munge, corosync, Pacemaker, booth, Erlang',
    paths: [
      'munge.key',
      'corosync/authkey',
      'pacemaker/authkey',
      'booth/*.key',
      'booth/authkey',
      '.erlang.cookie',
    ],
  },
  {
    doc: 'pins and passwords of 389-ds, FreeIPA and Ansible Vault',
    paths: [
      'pin.txt',
      'pwdfile.txt',
      '.vault_pass',
      '.vault_pass.txt',
      '.vault_password',
      'vault_pass.txt',
      'vault-password.txt',
    ],
  },
  {
    doc: 'master keys of Rails and Jenkins, host secrets of systemd and NetworkManager',
    paths: [
      'master.key',
      'credentials/*.key',
      'secrets/hudson.util.Secret',
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
      'k3s/server/node-token',
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
    doc: 'secrets alone in a file, by its name: LDAP, Varnish, ZeroTier, Checkmk, Vault, one-time passwords',
    paths: [
      '*.secret',
      'varnish/secret',
      'ldapscripts.passwd',
      '.google_authenticator',
      '.vault-token',
      '*.pw',
      '*.pass',
      '*-pass',
      '*_pass',
      '*.passphrase',
      '*authtoken',
      '*.token',
    ],
  },
];

/** Whether a path names a file that is a secret as a whole. */
export type IsSecretFile = (path: string) => boolean;

/** Creates the test of paths for a list of files. A path may be absolute, or a name in an archive. */
export function secretFileTest(files: readonly SecretFiles[]): IsSecretFile {
  const patterns = files.flatMap(({ paths }) => paths.map((path) => path.toLowerCase()));
  const open = patterns.filter((pattern) => !isTail(tailOf(pattern)));
  const tails = new Set(patterns.map(tailOf).filter(isTail));
  const known = new Map<string, readonly IsSecretFile[]>();
  const testsFor = (tail: string): readonly IsSecretFile[] => {
    const before = known.get(tail);
    if (before !== undefined) return before;
    const tests = [...patterns.filter((each) => each.endsWith(tail)), ...open].map(pathTest);
    known.set(tail, tests);
    return tests;
  };
  const openTests = open.map(pathTest);
  return (path) => {
    const lower = path.toLowerCase();
    const tail = tailOf(lower);
    return (tails.has(tail) ? testsFor(tail) : openTests).some((test) => test(lower));
  };
}

// The last three characters of a path leave only a few patterns to try.
const tailOf = (text: string): string => text.slice(-3);
const isTail = (text: string): boolean => /^[^*/]{3}$/.test(text);

/** Tests the end of a path in lower case, last name first. */
function pathTest(pattern: string): IsSecretFile {
  const names = pattern.split('/').map(nameTest);
  return (path) => {
    let end = path.length;
    for (let at = names.length - 1; at >= 0; at--) {
      const start = path.lastIndexOf('/', end - 1) + 1;
      if (!names[at]?.(path, start, end)) return false;
      if (at > 0 && start === 0) return false;
      end = start - 1;
    }
    return true;
  };
}

type NameTest = (path: string, start: number, end: number) => boolean;

function nameTest(pattern: string): NameTest {
  const [before = '', after] = pattern.split('*');
  if (after === undefined)
    return (path, start, end) => end - start === before.length && path.startsWith(before, start);
  const least = Math.max(1, before.length + after.length);
  return (path, start, end) =>
    end - start >= least && path.startsWith(before, start) && path.endsWith(after, end);
}
