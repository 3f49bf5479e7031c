export { eapReportFiles } from './eap.js';
export { httpdCertificateInfoInNss, httpdSslCertificateFiles } from './httpd-certificates.js';
export {
  httpd24SclConfigurationFiles,
  httpd24SclJbcsConfigurationFiles,
  httpdConfigurationFiles,
} from './httpd-files.js';
export { httpdCmd, httpdCmds } from './httpd-programs.js';
export { nginxSslCertificateFiles } from './nginx-certificates.js';
