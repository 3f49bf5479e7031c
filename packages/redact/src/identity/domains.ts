// Domains in which a cloud or a cluster names the hosts of all its customers.
const sharedDomains =
  /(?:^|\.)(?:localdomain|cluster\.local|compute\.internal|ec2\.internal|amazonaws\.com|cloudapp\.net|googleusercontent\.com|google\.internal)$/;
const countryDomains = /\.(?:ac|co|com|edu|go|gob|gov|gv|ne|net|or|org)\.[a-z]{2}$/;

/** The number of labels at the end of a domain, in lower case, that do not belong to its owner. */
export function keptLabelsOf(name: string): number {
  const shared = sharedDomains.exec(name)?.[0].replace(/^\./, '').split('.').length;
  return shared ?? (countryDomains.test(`.${name}`) ? 2 : 1);
}

// Domains of software vendors, and of names of SSH algorithms: every host has addresses in them.
const vendorDomains =
  /(?:^|\.)(?:almalinux\.org|alpinelinux\.org|apache\.org|archlinux\.org|canonical\.com|centos\.org|debian\.(?:net|org)|fedoraproject\.org|freedesktop\.org|gnome\.org|gnu\.org|isc\.org|kde\.org|kernel\.org|launchpad\.net|libssh\.org|linuxfoundation\.org|lysator\.liu\.se|openssh\.com|openssl\.org|opensuse\.org|putty\.projects\.tartarus\.org|python\.org|redhat\.com|rockylinux\.org|samba\.org|suse\.(?:com|de)|ubuntu\.com|zx2c4\.com)$/i;

/** True for a domain of a software vendor. */
export const isVendorDomain = (name: string): boolean => vendorDomains.test(name);
