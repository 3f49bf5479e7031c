import { defineSetting } from '@hostspec/spec';

/** Which packages `rpm -V` verifies. */
export const rpmVPackageList = defineSetting({
  name: 'rpm_V_package_list',
  doc: 'Names of the packages that rpm_V_package verifies, one `rpm -V` each',
  default: ['chrony', 'coreutils', 'glibc', 'openssh-server', 'passwd', 'procps-ng', 'shadow-utils', 'sudo'],
  check: (value) =>
    /^[A-Za-z0-9][\w.+-]*$/.test(value)
      ? undefined
      : 'must be a package name: letters, digits and . _ + -, not beginning with a hyphen',
});
