import { once, oncePer } from '../match/once.js';

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
      'borg/keys/*',
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
      '*-pw',
      '*_pw',
      'etc/*/pass',
      'etc/*/password',
      'commands/virsh_secret-get-value*',
      '*.passphrase',
      '*authtoken',
      '*.token',
    ],
  },
];

/** True if a path names a file that is one secret. */
type IsSecretFile = (path: string) => boolean;

/** Creates the test for a list of files. A path may be absolute, or a name in an archive. */
export function secretFileTest(files: readonly SecretFiles[]): IsSecretFile {
  const rowsOf = rowsOfPath(files);
  return (path) => rowsOf(path).length > 0;
}

/** A pattern of a path, with the indexes of its rows. */
interface PathPattern {
  readonly rows: readonly number[];
  readonly isOfCommand: boolean;
  readonly test: () => IsSecretFile;
}

/** The path of the output of a command. It can end with the path of a file that the command only names. */
const outputPath = /(?:^|[/ ])(?:insights|sos)_commands\/(?:[^/]+\/)*([^/]+)$/;

/** The start of a command that another account runs, and options that say where kubectl looks. */
const aroundCommand =
  /^sudo_(?:-[a-z]_(?:[\w-]+_)?)*|(?<=^(?:kubectl|oc)_)(?:(?:-n|--namespace|--context)[_=][\w.-]+?_)+/g;

/** The patterns of a table, by the part of a path that they need. Many rows share a pattern, which is tried once. */
const patternsOf = oncePer((rows: readonly SecretFiles[]): ReadonlyMap<string, readonly PathPattern[]> => {
  const rowsOfPattern = new Map<string, number[]>();
  for (const [row, { paths }] of rows.entries())
    for (const path of paths) {
      const lower = path.toLowerCase();
      const known = rowsOfPattern.get(lower);
      if (known) known.push(row);
      else rowsOfPattern.set(lower, [row]);
    }
  const patterns = new Map<string, PathPattern[]>();
  for (const [pattern, ofPattern] of rowsOfPattern) {
    const key = keyOfPattern(pattern);
    const group = patterns.get(key) ?? [];
    patterns.set(key, group);
    group.push({
      rows: ofPattern,
      isOfCommand: pattern.startsWith('commands/'),
      test: once(() => pathTest(pattern)),
    });
  }
  return patterns;
});

/**
 * Finds the rows of a table whose paths match, in order. The last name, the folder or the end of a path leaves only a few to try. `hasNamesakes`:
 * a name with another word at its end matches, too, such as `sasl_passwd_relay`. Default: false.
 */
export function rowsOfPath<T extends SecretFiles>(
  rows: readonly T[],
  hasNamesakes = false,
): (path: string) => readonly T[] {
  const ends = [ofSeveral, ofFolder, ...(hasNamesakes ? [ofNamesake] : [])];
  return (path) => {
    const patterns = patternsOf(rows);
    const command = outputPath.exec(path)?.[1]?.replace(aroundCommand, '');
    const lower = (command === undefined ? path : `commands/${command}`).toLowerCase();
    const found = new Set<number>();
    const add = (name: string, keys: readonly string[]): void => {
      for (const key of keys)
        for (const pattern of patterns.get(key) ?? [])
          if ((command === undefined || pattern.isOfCommand) && pattern.test()(name))
            for (const row of pattern.rows) found.add(row);
    };
    add(lower, keysOfPath(lower));
    if (command === undefined) {
      const name = lower.replace(ofCopy, '');
      if (name !== lower) add(name, keysOfPath(name));
      for (const end of ends) {
        const usual = name.replace(end, '');
        if (usual !== name) add(usual, keysOfName(lastName(usual)));
      }
      // Not every such folder has settings, so only a row with this name matches.
      const file = name.replace(ofFolder, '.conf');
      if (file !== name) add(file, [keyOfPattern(file)]);
    }
    return [...found].sort((a, b) => a - b).map((row) => rows[row] as T);
  };
}

/**
 * Part of every path that a pattern matches: the last name, the folder before it, or the last or first three characters of the name. Empty if
 * none is fixed.
 */
function keyOfPattern(pattern: string): string {
  const [last = '', folder = '*'] = pattern.split('/').reverse();
  if (!last.includes('*')) return `=${last}`;
  if (!folder.includes('*')) return `/${folder}`;
  if (/[^*]{3}$/.test(last)) return `*${last.slice(-3)}`;
  return /^[^*]{3}/.test(last) ? `^${last.slice(0, 3)}` : '';
}

/** What a copy of a file has at the end of its name. */
const ofCopy =
  /(?:\.(?:bak|backup|old|orig|save|saved|dist|new|tmpl?|template|j2|erb|rpm(?:new|save|orig)|dpkg-[a-z]{3,8}|ucf-[a-z]{3,8}|\d{1,14}|\d{4}-\d\d-\d\d)|~)$/;

/** What tells several files apart, between the usual name and the ending, such as `-prod` in `turnserver-prod.conf`. */
const ofSeveral = /(?<=[^/])[-_][^-_./]+(?=\.[a-z]+$)/;

/** The last word of a name that has no usual ending. */
const ofNamesake =
  /(?<=[^/]{4})(?:[-_]|\.(?!(?:conf|cfg|cnf|csv|gz|hcl|ini|js|json|key|list|log|lua|md|pem|php|pl|pm|properties|py|rb|rules|service|sh|so|toml|txt|xml|ya?ml)$))[^-_./]+$/;

/** The end of the path of a file in a folder that takes the place of a single file, such as `sudoers.d/web`. */
const ofFolder = /\.d\/[^/]+$/;

const lastName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const keysOfName = (name: string): string[] => [`=${name}`, `*${name.slice(-3)}`];

function keysOfPath(path: string): string[] {
  const name = lastName(path);
  const folder = lastName(path.slice(0, Math.max(0, path.length - name.length - 1)));
  return [...keysOfName(name), `^${name.slice(0, 3)}`, `/${folder}`, ''];
}

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
