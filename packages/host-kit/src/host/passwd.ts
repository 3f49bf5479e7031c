/** A line of `/etc/passwd`. */
export interface PasswdRow {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
  /** The name of the person, then often a room and telephone numbers. */
  readonly comment: string;
  readonly home: string;
  readonly shell: string;
}

/** The account of a line in the form of `/etc/passwd`; undefined if the line is broken. */
export function passwdRow(line: string): PasswdRow | undefined {
  const [name = '', , uid = '', gid = '', comment = '', home = '', shell = ''] = line.split(':');
  if (name === '' || !isId(uid) || !isId(gid)) return undefined;
  return { name, uid: Number(uid), gid: Number(gid), comment, home, shell };
}

/** The accounts in the text of `/etc/passwd`, in its order. Broken lines are left out. */
export function passwdRows(text: string): PasswdRow[] {
  return text.split('\n').flatMap((line) => passwdRow(line) ?? []);
}

function isId(text: string): boolean {
  return /^\d{1,10}$/.test(text);
}
