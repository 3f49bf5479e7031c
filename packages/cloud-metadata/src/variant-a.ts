import { simpleCommand, variant } from '@hostspec/spec';
import { isAws, isAzure, isGcp } from './conditions.js';
import { awsEndpoint, azureEndpoint, gcpEndpoint } from './settings.js';
import { cloudMetadata } from './specs.js';

/** The cloud metadata domain in its earlier variant A. */
export const cloudMetadataA = variant(cloudMetadata, {
  override: {
    aws_instance_id_doc: simpleCommand(
      '/usr/bin/curl -s http://169.254.169.254/latest/dynamic/instance-identity/document --connect-timeout 5',
      {
        doc: 'Identity document of an AWS instance: instance id, type, region, image and billing products',
        when: isAws(),
        endpoint: awsEndpoint,
        effects: { network: true },
      },
    ),
    aws_instance_id_pkcs7: simpleCommand(
      '/usr/bin/curl -s http://169.254.169.254/latest/dynamic/instance-identity/pkcs7 --connect-timeout 5',
      {
        doc: 'Signed identity of an AWS instance: proof that the instance data is genuine',
        when: isAws(),
        endpoint: awsEndpoint,
        effects: { network: true },
      },
    ),
    azure_instance_plan: simpleCommand(
      '/usr/bin/curl -s -H Metadata:true http://169.254.169.254/metadata/instance/compute/plan?api-version=2018-10-01&format=json --connect-timeout 5',
      {
        doc: 'Marketplace plan of an Azure virtual machine: which paid image and billing applies',
        when: isAzure(),
        endpoint: azureEndpoint,
        effects: { network: true },
      },
    ),
    azure_instance_type: simpleCommand(
      '/usr/bin/curl -s -H Metadata:true http://169.254.169.254/metadata/instance/compute/vmSize?api-version=2018-10-01&format=text --connect-timeout 5',
      {
        doc: 'Size of an Azure virtual machine: the processors and memory that were bought',
        when: isAzure(),
        endpoint: azureEndpoint,
        effects: { network: true },
      },
    ),
    gcp_instance_type: simpleCommand(
      "/usr/bin/curl -s -H 'Metadata-Flavor: Google' http://metadata.google.internal/computeMetadata/v1/instance/machine-type --connect-timeout 5",
      {
        doc: 'Machine type of a Google Cloud instance: the processors and memory assigned',
        when: isGcp(),
        endpoint: gcpEndpoint,
        effects: { network: true },
      },
    ),
    gcp_license_codes: simpleCommand(
      "/usr/bin/curl -s -H 'Metadata-Flavor: Google' http://metadata.google.internal/computeMetadata/v1/instance/licenses/?recursive=True --connect-timeout 5",
      {
        doc: 'Licence codes of a Google Cloud instance: pay-as-you-go or own subscription',
        when: isGcp(),
        endpoint: gcpEndpoint,
        effects: { network: true },
      },
    ),
  },
  omit: [
    'aws_public_hostnames',
    'aws_public_ipv4_addresses',
    'azure_instance_id',
    'azure_load_balancer',
    'cloud_init_query',
    'gcp_network_interfaces',
  ],
});
