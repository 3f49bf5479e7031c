const fields = [
  'db:Status-Abbrev',
  'Package',
  'Architecture',
  'Version',
  'source:Package',
  'source:Version',
  'Installed-Size',
  'db-fsys:Last-Modified',
];

/** Lists every package. A condition needs it too: the same line runs only once. */
export const dpkgQuery = `/usr/bin/dpkg-query -W -f='${fields.map((field) => `\${${field}}`).join('\\t')}\\n'`;

// As apt-mark reads them, which first takes a second of processor time to load what it knows of all packages that there are.
const automatic =
  'while((getline<"/var/lib/apt/extended_states")>0){if($1=="Package:")p=$2;if($1=="Auto-Installed:"&&$2==1)auto[p]=1}';
const statusFile = '/var/lib/dpkg/status';

/** Prints the packages that are installed and did not come as dependencies. */
export const manualPackages = `/usr/bin/awk 'BEGIN{${automatic}}$1=="Package:"{p=$2}$1=="Status:"&&$4!~/^(not|half)-installed$|^config-files$/&&!auto[p]{print p}' ${statusFile}`;

/** Prints the packages on hold. */
export const heldPackages = `/usr/bin/awk '$1=="Package:"{p=$2}/^Status: hold /{print p}' ${statusFile}`;

// Without its two caches, apt reads the lists of packages, and keeps what it makes of them in its memory.
const noSourceCache = '-o Dir::Cache::srcpkgcache=';

/** The other of the two, as a value of `-o`. */
export const noCache = 'Dir::Cache::pkgcache=';

/** Prints the sources of packages: from the lists, because it refuses a cache that is taken as it is. */
export const aptPolicy = `/usr/bin/apt-cache ${noSourceCache} -o ${noCache} policy`;

/** Lists the packages that have a newer version; `%s` says where from. */
export const aptUpgradable = `/usr/bin/apt -o Apt::Cmd::Disable-Script-Warning=true ${noSourceCache} -o %s list --upgradable`;

/** Looks for broken dependencies; `%s` says where. */
export const aptCheck = `/usr/bin/apt-get -s -o Debug::NoLocking=1 ${noSourceCache} -o %s check`;
