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
