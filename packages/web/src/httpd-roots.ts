import { type Fact, fact } from '@hostspec/facts';
import { type HttpdConfiguration, readConfiguration } from './httpd-configuration.js';

/** Where an Apache installation has its configuration. */
export interface HttpdRoot {
  readonly path: string;
  readonly configuration: Fact<HttpdConfiguration | undefined>;
}

const certificateDirectives = new Set([
  'sslengine',
  'sslcertificatefile',
  'nssengine',
  'nsscertificatedatabase',
  'nssnickname',
]);

/** An Apache installation by its server root; its configuration is read once for each host. */
export function httpdRoot(path: string): HttpdRoot {
  return {
    path,
    configuration: fact((host) => readConfiguration(host, path, (name) => certificateDirectives.has(name))),
  };
}

/** The Apache of the operating system. */
export const systemHttpd = httpdRoot('/etc/httpd');
