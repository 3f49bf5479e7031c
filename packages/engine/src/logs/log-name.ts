// Editors, package managers and downloads leave these beside logs.
const leftover = /(?:\.sw[a-p]|~|\.(?:dpkg|ucf)-[a-z]+|\.rpm(?:save|new|orig)|\.part)$/;

/** Whether a path that a pattern for logs matches can be a log. */
export function isLogName(path: string): boolean {
  return !leftover.test(path);
}
