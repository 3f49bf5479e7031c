// Domains that clouds and clusters give to all their customers.
const sharedDomains =
  /(?:^|\.)(?:localdomain|cluster\.local|compute\.internal|ec2\.internal|amazonaws\.com|cloudapp\.net|googleusercontent\.com|google\.internal)$/;
const countryDomains = /\.(?:ac|co|com|edu|go|gob|gov|gv|ne|net|or|org)\.[a-z]{2}$/;

/** How many labels at the end of a domain, in lower case, are not its owner's. */
export function keptLabelsOf(name: string): number {
  const shared = sharedDomains.exec(name)?.[0].replace(/^\./, '').split('.').length;
  return shared ?? (countryDomains.test(`.${name}`) ? 2 : 1);
}
