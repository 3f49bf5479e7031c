import { checkEndpoint, defineSetting } from '@hostspec/spec';

/** Where the AWS instance metadata service answers. */
export const awsMetadataEndpoint = defineSetting({
  name: 'aws_metadata_endpoint',
  doc: 'Scheme and host of the AWS metadata service, such as http://[fd00:ec2::254]; empty for http://169.254.169.254',
  default: '',
  check: checkEndpoint,
});

/** Where the Azure instance metadata service answers. */
export const azureMetadataEndpoint = defineSetting({
  name: 'azure_metadata_endpoint',
  doc: 'Scheme and host of the Azure metadata service; empty for http://169.254.169.254',
  default: '',
  check: checkEndpoint,
});

/** Where the metadata server of Google Cloud answers. */
export const gcpMetadataEndpoint = defineSetting({
  name: 'gcp_metadata_endpoint',
  doc: 'Scheme and host of the Google Cloud metadata server; empty for http://metadata.google.internal and http://metadata',
  default: '',
  check: checkEndpoint,
});

/** The endpoint of the AWS entries. */
export const awsEndpoint = {
  setting: 'aws_metadata_endpoint',
  url: 'http://169.254.169.254',
} as const;

/** The endpoint of the Azure entries. */
export const azureEndpoint = {
  setting: 'azure_metadata_endpoint',
  url: 'http://169.254.169.254',
} as const;

/** The endpoint of the Google Cloud entries. */
export const gcpEndpoint = {
  setting: 'gcp_metadata_endpoint',
  url: 'http://metadata.google.internal',
} as const;

/** The same server under its short name, which one entry uses. */
export const gcpShortEndpoint = {
  setting: 'gcp_metadata_endpoint',
  url: 'http://metadata',
} as const;
