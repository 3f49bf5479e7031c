import { mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { about, architectures } from './about.mjs';
import { systemTree, write } from './tree.mjs';

// SUSE names packages otherwise, so files and libraries are named.
const requires = [
  'libc.so.6(GLIBC_2.28)(64bit)',
  'libstdc++.so.6(GLIBCXX_3.4.21)(64bit)',
  'libgcc_s.so.1()(64bit)',
  '/usr/bin/find',
];

/** A day as rpm writes it. */
const dayOf = (time) => {
  const [weekday, day, month, year] = new Date(time * 1000).toUTCString().replace(',', '').split(' ');
  return `${weekday} ${month} ${day} ${year}`;
};

const spec = (tree, { version, level, time }) => `Name: hostspec
Version: ${version}
Release: 1
Summary: ${about.summary[0].toUpperCase()}${about.summary.slice(1)}
License: ${about.licence} AND MIT AND ISC AND BSD-3-Clause AND Unicode-3.0
URL: ${about.homepage}
Packager: ${about.maintainer}
Group: System Environment/Base
AutoReqProv: no
${requires.map((name) => `Requires: ${name}`).join('\n')}

# The tree is complete: nothing is stripped, compressed or searched.
%global __os_install_post %{nil}
%global debug_package %{nil}
%global _build_id_links none
%global _buildhost localhost
%global use_source_date_epoch_as_buildtime 1
%global clamp_mtime_to_source_date_epoch 1
%global _binary_payload ${level > 0 ? `w${level}.xzdio` : 'w.ufdio'}

%description
${about.description.join('\n')}

%install
cp -a ${tree}/. %{buildroot}

%files
%defattr(-,root,root,-)
/usr/bin/hostspec
/usr/lib/hostspec
/usr/lib/systemd/system/hostspec.service
/usr/lib/systemd/system/hostspec.timer
/usr/share/bash-completion/completions/hostspec
/usr/share/fish/vendor_completions.d/hostspec.fish
/usr/share/zsh/site-functions/_hostspec
%doc /usr/share/man/man1/hostspec.1.gz
%doc /usr/share/doc/hostspec
%dir /etc/hostspec
# Hosts without these shells have no other package with their directories.
%dir /usr/share/bash-completion
%dir /usr/share/bash-completion/completions
%dir /usr/share/fish
%dir /usr/share/fish/vendor_completions.d
%dir /usr/share/zsh
%dir /usr/share/zsh/site-functions

%changelog
* ${dayOf(time)} ${about.maintainer} - ${version}-1
- Version ${version} of hostspec: ${about.homepage}/releases
`;

/** Writes the rpm for a processor to `output`, made in an empty folder. It has no scripts. */
export const makeRpm = async (folder, arch, made, output) => {
  const { time } = made;
  const tree = join(folder, 'tree');
  await systemTree(tree, arch, made, 'zsh/site-functions');
  const top = join(folder, 'rpmbuild');
  mkdirSync(top);
  const file = join(folder, 'hostspec.spec');
  write(file, spec(tree, made));
  const { rpm } = architectures[arch];
  const env = { SOURCE_DATE_EPOCH: String(time) };
  await execa({
    cwd: folder,
    env,
  })`rpmbuild -bb --quiet --target ${rpm}-linux --define ${`_topdir ${top}`} ${file}`;
  const [name] = readdirSync(join(top, 'RPMS', rpm));
  renameSync(join(top, 'RPMS', rpm, name), output);
};
