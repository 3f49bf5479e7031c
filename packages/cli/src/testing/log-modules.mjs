import { appendFileSync } from 'node:fs';
import { register } from 'node:module';

// Given to `node --import`: appends the URL of every module that is loaded to the file in MODULE_LOG.
if (process.env.MODULE_LOG && !import.meta.url.endsWith('?hooks'))
  register(`${import.meta.url}?hooks`, { data: process.env.MODULE_LOG });

let log;

export function initialize(data) {
  log = data;
}

export async function load(url, context, next) {
  appendFileSync(log, `${url}\n`);
  return next(url, context);
}
