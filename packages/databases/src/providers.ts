export { db2DatabasesInfo, db2Users } from './db2.js';
export { irisWorkingConfiguration, irisWorkingMessagesLog } from './iris.js';
export { mssqlTlsCertFile } from './mssql.js';
export { sapHanaSid, sapHanaSidSidNr } from './sap-hana.js';
