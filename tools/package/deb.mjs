import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import glob from 'fast-glob';
import { about, architectures } from './about.mjs';
import { gzip, normalize, systemTree, write } from './tree.mjs';

const control = (arch, { version, kibibytes }) => `Package: hostspec
Version: ${version}-1
Architecture: ${architectures[arch].deb}
Maintainer: ${about.maintainer}
Installed-Size: ${kibibytes}
Depends: libc6 (>= 2.28), libgcc-s1, libstdc++6 (>= 5)
Section: admin
Priority: optional
Homepage: ${about.homepage}
Description: ${about.summary}
${about.description.map((line) => ` ${line}`).join('\n')}
`;

const copyright = `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: hostspec
Source: ${about.homepage}

Files: *
Copyright: 2026 The authors of hostspec
License: Apache-2.0
 On Debian systems, the full text of the Apache License 2.0 is in
 /usr/share/common-licenses/Apache-2.0.

Files: usr/lib/hostspec/bin/node
Copyright: Node.js contributors, and the authors that LICENSE.node.gz names
License: Expat and others
 The full text is in LICENSE.node.gz beside this file.
Comment: The parts of other packages in the command, with their licences, are
 in THIRD-PARTY-NOTICES.txt beside this file.
`;

const changelog = (version, time) => `hostspec (${version}-1) stable; urgency=medium

  * Version ${version} of hostspec: ${about.homepage}/releases

 -- ${about.maintainer}  ${new Date(time * 1000).toUTCString().replace('GMT', '+0000')}
`;

/** Writes the deb for a processor to `output`, made in an empty folder. It has no scripts. */
export const makeDeb = async (folder, arch, made, output) => {
  const { version, time, level } = made;
  await systemTree(folder, arch, made, 'zsh/vendor-completions');
  const doc = join(folder, 'usr/share/doc/hostspec');
  write(join(doc, 'copyright'), copyright);
  write(join(doc, 'changelog.Debian.gz'), gzip(changelog(version, time)));
  const files = glob.sync('**', { cwd: folder, dot: true, followSymbolicLinks: false }).sort();
  const bytes = files.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  const digest = (name) =>
    createHash('md5')
      .update(readFileSync(join(folder, name)))
      .digest('hex');
  const sums = files.map((name) => `${digest(name)}  ${name}\n`).join('');
  mkdirSync(join(folder, 'DEBIAN'));
  write(join(folder, 'DEBIAN/control'), control(arch, { version, kibibytes: Math.ceil(bytes / 1024) }));
  write(join(folder, 'DEBIAN/md5sums'), sums);
  normalize(folder, time);
  // With several threads, the bytes depend on the machine.
  const compressed = level > 0 ? ['-Zxz', `-z${level}`] : ['-Znone'];
  const env = { SOURCE_DATE_EPOCH: String(time), DPKG_DEB_THREADS_MAX: '1' };
  await execa({ env })`dpkg-deb --root-owner-group ${compressed} --build ${folder} ${output}`;
};
