/** The ids of the enabled repositories in the output of `yum repolist`. */
export function repositoriesOf(text: string): string[] {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => /^repo id\b/.test(line));
  if (start === -1) return [];
  return lines.slice(start + 1).flatMap((line) => {
    const id = /^[!*]?(\S{1,200})\s/.exec(line)?.[1];
    return id === undefined || id === 'repolist:' ? [] : [id];
  });
}

/** The ids of the repositories that a file of `/etc/yum.repos.d` enables. */
export function enabledRepositoriesOf(text: string): string[] {
  const ids: string[] = [];
  for (const part of text.split(/^(?=\[)/m)) {
    const id = /^\[([^\]\n]{1,200})\]/.exec(part)?.[1];
    const enabled = /^enabled[ \t]*[=:][ \t]*(\S+)/m.exec(part)?.[1];
    if (id !== undefined && id !== 'main' && !/^(?:0|no|false)$/i.test(enabled ?? '1')) ids.push(id);
  }
  return ids;
}
