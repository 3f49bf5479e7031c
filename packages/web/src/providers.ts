export { eapReportFiles } from './eap.js';
export { httpdCertificateInfoInNss, httpdSslCertificateFiles } from './httpd-certificates.js';
export {
  httpd24SclConfigurationFiles,
  httpd24SclJbcsConfigurationFiles,
  httpdCmd,
  httpdCmds,
  httpdConfigurationFiles,
} from './httpd-programs.js';
export { nginxSslCertificateFiles } from './nginx-certificates.js';
