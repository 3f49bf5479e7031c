export { type Io, type Output, run, version } from '@hostspec/cli';
