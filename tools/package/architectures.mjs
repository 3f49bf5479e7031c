/** The processors that packages are made for, as Node names them, with their names elsewhere. */
export const architectures = {
  x64: { deb: 'amd64', rpm: 'x86_64', oci: 'amd64', machine: 'x86_64' },
  arm64: { deb: 'arm64', rpm: 'aarch64', oci: 'arm64', machine: 'aarch64' },
};
