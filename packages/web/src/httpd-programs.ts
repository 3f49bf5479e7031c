import { posix } from 'node:path';
import { runningPrograms } from '@hostspec/facts';
import { aliasProvider, defineProvider, listOr } from '@hostspec/spec';

/** Programs of the running Apache servers. */
export const httpdCmds = defineProvider({
  name: 'httpd_cmds',
  doc: 'Sorted distinct paths of the running programs called httpd, or httpd and a suffix (`httpd.worker`, `httpd-prefork`). The reference implementation also runs every other program with httpd in its name, such as lighttpd, which does not support the options. A program counts only if its process really runs it, outside containers, and only root can replace it.',
  yields: 'list',
  async evaluate({ host }) {
    const { paths, leftOut } = await runningPrograms(host, 'httpd');
    return listOr(
      paths.filter((path) => /^httpd\d*([.-]|$)/.test(posix.basename(path))),
      ['no httpd is running', ...leftOut].join('; '),
    );
  },
});

/** The name of httpd_cmds in variant A. */
export const httpdCmd = aliasProvider('httpd_cmd', httpdCmds);
