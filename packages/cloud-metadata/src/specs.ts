import { commandWithArgs, insightsCore, simpleCommand, simpleFile, slice } from '@hostspec/spec';
import { isAws, isAzure, isGcp } from './conditions.js';
import { awsImdsv2Token } from './providers.js';
import {
  awsEndpoint,
  awsMetadataEndpoint,
  azureEndpoint,
  azureMetadataEndpoint,
  gcpEndpoint,
  gcpMetadataEndpoint,
  gcpShortEndpoint,
} from './settings.js';

/** The version of this package; written by `npm run release:version`. */
export const version = '1.0.0';

/** AWS, Azure, GCP instance metadata, cloud-init. */
export const cloudMetadata = slice({
  name: 'cloud-metadata',
  version,
  origin: insightsCore,
  specs: {
    aws_instance_id_doc: commandWithArgs(
      '/usr/bin/curl -s -H "X-aws-ec2-metadata-token: %s" http://169.254.169.254/latest/dynamic/instance-identity/document --connect-timeout 5',
      awsImdsv2Token(),
      {
        doc: 'Identity document of an AWS instance: instance id, type, region, image and billing products',
        secret: 'curl-config',
        when: isAws(),
        endpoint: awsEndpoint,
        effects: { network: true },
      },
    ),
    aws_instance_id_pkcs7: commandWithArgs(
      '/usr/bin/curl -s -H "X-aws-ec2-metadata-token: %s" http://169.254.169.254/latest/dynamic/instance-identity/pkcs7 --connect-timeout 5',
      awsImdsv2Token(),
      {
        doc: 'Signed identity of an AWS instance: proof that the instance data is genuine',
        secret: 'curl-config',
        when: isAws(),
        endpoint: awsEndpoint,
        effects: { network: true },
      },
    ),
    aws_public_hostnames: commandWithArgs(
      '/usr/bin/curl -s -H "X-aws-ec2-metadata-token: %s" http://169.254.169.254/latest/meta-data/public-hostname --connect-timeout 5',
      awsImdsv2Token(),
      {
        doc: 'Public DNS name of an AWS instance: whether and how it can be reached from outside',
        secret: 'curl-config',
        when: isAws(),
        endpoint: awsEndpoint,
        effects: { network: true },
      },
    ),
    aws_public_ipv4_addresses: commandWithArgs(
      '/usr/bin/curl -s -H "X-aws-ec2-metadata-token: %s" http://169.254.169.254/latest/meta-data/public-ipv4 --connect-timeout 5',
      awsImdsv2Token(),
      {
        doc: 'Public IPv4 address of an AWS instance: exposure to the internet',
        secret: 'curl-config',
        when: isAws(),
        endpoint: awsEndpoint,
        effects: { network: true },
      },
    ),
    azure_instance_id: simpleCommand(
      '/usr/bin/curl -s -H Metadata:true http://169.254.169.254/metadata/instance/compute/vmId?api-version=2021-12-13&format=text --connect-timeout 5',
      {
        doc: 'Unique id of an Azure virtual machine: match the host to its cloud record',
        when: isAzure(),
        endpoint: azureEndpoint,
        effects: { network: true },
      },
    ),
    azure_instance_plan: simpleCommand(
      '/usr/bin/curl -s -H Metadata:true http://169.254.169.254/metadata/instance/compute/plan?api-version=2021-12-13&format=json --connect-timeout 5',
      {
        doc: 'Marketplace plan of an Azure virtual machine: which paid image and billing applies',
        when: isAzure(),
        endpoint: azureEndpoint,
        effects: { network: true },
      },
    ),
    azure_instance_type: simpleCommand(
      '/usr/bin/curl -s -H Metadata:true http://169.254.169.254/metadata/instance/compute/vmSize?api-version=2021-12-13&format=text --connect-timeout 5',
      {
        doc: 'Size of an Azure virtual machine: the processors and memory that were bought',
        when: isAzure(),
        endpoint: azureEndpoint,
        effects: { network: true },
      },
    ),
    azure_load_balancer: simpleCommand(
      '/usr/bin/curl -s -H Metadata:true http://169.254.169.254/metadata/loadbalancer?api-version=2021-12-13&format=json --connect-timeout 5',
      {
        doc: 'Load balancer data of an Azure virtual machine: front-end addresses and inbound rules',
        when: isAzure(),
        endpoint: azureEndpoint,
        effects: { network: true },
      },
    ),
    cloud_init_custom_network: simpleFile('/etc/cloud/cloud.cfg.d/99-custom-networking.cfg', {
      doc: 'Custom network setting of cloud-init: whether it may rewrite interface configuration',
    }),
    cloud_init_log: simpleFile('/var/log/cloud-init.log', {
      doc: 'Log of cloud-init: which stage of the first boot set-up failed',
    }),
    cloud_init_query: simpleCommand("/usr/bin/cloud-init query -f '{{ cloud_name, platform }}'", {
      doc: 'Cloud name and platform as cloud-init sees them: which provider the host runs on',
      absentWhen: ['Missing instance-data file'],
    }),
    gcp_instance_type: simpleCommand(
      "/usr/bin/curl -s -H 'Metadata-Flavor: Google' 'http://metadata.google.internal/computeMetadata/v1/instance/machine-type' --connect-timeout 5",
      {
        doc: 'Machine type of a Google Cloud instance: the processors and memory assigned',
        when: isGcp(),
        endpoint: gcpEndpoint,
        effects: { network: true },
      },
    ),
    gcp_license_codes: simpleCommand(
      "/usr/bin/curl -s -H 'Metadata-Flavor: Google' 'http://metadata.google.internal/computeMetadata/v1/instance/licenses/?recursive=True' --connect-timeout 5",
      {
        doc: 'Licence codes of a Google Cloud instance: pay-as-you-go or own subscription',
        when: isGcp(),
        endpoint: gcpEndpoint,
        effects: { network: true },
      },
    ),
    gcp_network_interfaces: simpleCommand(
      "/usr/bin/curl -s -H 'Metadata-Flavor: Google' 'http://metadata/computeMetadata/v1/instance/network-interfaces/?recursive=true' --connect-timeout 5",
      {
        doc: 'Network interfaces of a Google Cloud instance: addresses, external access and networks',
        when: isGcp(),
        endpoint: gcpShortEndpoint,
        effects: { network: true },
      },
    ),
  },
  providers: [awsImdsv2Token],
  conditions: [isAws, isAzure, isGcp],
  settings: [awsMetadataEndpoint, azureMetadataEndpoint, gcpMetadataEndpoint],
});
