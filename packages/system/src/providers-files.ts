import { aliasProvider, defineProvider, type Host, listOr, nothing } from '@hostspec/spec';
import { groupInfo, lsattrFilesOrDirs } from './settings.js';

/** The files to checksum. */
export const files = defineProvider({
  name: 'files',
  doc: 'A fixed list: the product certificates 69.pem, then the 32- and 64-bit NSS libraries softokn3 and freeblpriv3. The list includes files that do not exist: md5sum reports them.',
  yields: 'list',
  evaluate: () => [
    '/etc/pki/product/69.pem',
    '/etc/pki/product-default/69.pem',
    '/usr/lib/libsoftokn3.so',
    '/usr/lib64/libsoftokn3.so',
    '/usr/lib/libfreeblpriv3.so',
    '/usr/lib64/libfreeblpriv3.so',
  ],
});

/** The same list under its name in variant A. */
export const md5chkFileList = aliasProvider('md5chk_file_list', files);

/** The groups to look up. */
export const groupFilters = defineProvider({
  name: 'group_filters',
  doc: 'The groups in the setting `group_info` that `/usr/bin/getent group` finds, sorted and distinct. Unknown groups are left out because getent would fail for all of them; the reference implementation includes them and ignores the failure.',
  yields: 'arguments',
  async evaluate({ host, setting }) {
    const groups = [...new Set(setting(groupInfo))].sort();
    if (groups.length === 0) return nothing('the setting group_info is empty');
    const { rc, lines } = await ask(host, ['/usr/bin/getent', 'group', ...groups]);
    if (rc === 0 || rc === undefined) return groups;
    const found = lines.map((line) => line.split(':'));
    const known = groups.filter((group) => found.some(([name, , gid]) => name === group || gid === group));
    return listOr(known, 'no group of the setting group_info is known');
  },
});

/** The paths whose attributes are collected. */
export const pathsToLsattr = defineProvider({
  name: 'paths_to_lsattr',
  doc: 'The paths in the setting `lsattr_files_or_dirs` whose attributes `/bin/lsattr` can show, sorted and distinct. Missing paths, links and file systems without attributes are left out because lsattr would fail for all of them; the reference implementation includes them.',
  yields: 'arguments',
  async evaluate({ host, setting }) {
    const wanted = [...new Set(setting(lsattrFilesOrDirs))].sort();
    if (wanted.length === 0) return nothing('the setting lsattr_files_or_dirs is empty');
    const facts = await Promise.all(wanted.map((path) => host.stat(path).catch(() => undefined)));
    const paths = wanted.filter((_, index) => facts[index] !== undefined);
    if (paths.length === 0) return nothing('no path in the setting lsattr_files_or_dirs exists');
    const { rc, lines } = await ask(host, ['/bin/lsattr', ...paths]);
    if (rc === 0 || rc === undefined) return paths;
    const shown = lines.flatMap((line) => /^\S+ (\/.*)$/.exec(line)?.[1] ?? []);
    const told = paths.filter((path) => shown.some((file) => file === path || file.startsWith(`${path}/`)));
    return listOr(told, 'lsattr can tell the attributes of no path of the setting lsattr_files_or_dirs');
  },
});

async function ask(
  host: Host,
  argv: readonly string[],
): Promise<{ readonly rc: number | undefined; readonly lines: readonly string[] }> {
  const { rc, output } = await host.run(argv);
  return { rc, lines: new TextDecoder().decode(output).split('\n') };
}
