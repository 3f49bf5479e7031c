import { extname } from 'node:path';
import { text } from 'node:stream/consumers';
import { directorySink, ndjsonSink, tarGzSink } from '@hostspec/archive';
import { type CollectReport, collect, plan } from '@hostspec/engine';
import { defined } from '@hostspec/host-kit';
import { createLocalHost } from '@hostspec/local-host';
import { compose, defineProvider, type HostspecError, isHostspecError, slice } from '@hostspec/spec';
import type { Answer, Scenario } from './scene.js';

// A program that collects with the library, as the tests of ASSURANCE.md need it: a scenario comes in as JSON on
// standard input, how it went goes out as JSON on standard output.
const scenario = JSON.parse(await text(process.stdin)) as Scenario & { readonly target: string };
const { specs, elements = {}, host = {}, collecting = {}, target } = scenario;

const providers = Object.entries(elements).map(([name, given]) =>
  defineProvider({
    name,
    doc: 'Given',
    yields: 'list',
    evaluate: () =>
      typeof given === 'number' ? Array.from({ length: given }, (_, index) => `${index}`) : given,
  }),
);
const catalog = compose(slice({ name: 'assurance', version: '1.0.0', specs, providers }));
const sinks = { '.gz': tarGzSink, '.ndjson': ndjsonSink };
const sink = (sinks[extname(target) as keyof typeof sinks] ?? directorySink)({ path: target });
let report: CollectReport | undefined;
let where: string | undefined;
let told: HostspecError | undefined;
try {
  const local = createLocalHost(host);
  const outcomes = collect(await plan(catalog, { host: local }), {
    catalog,
    host: local,
    sink,
    ...collecting,
  });
  let next = await outcomes.next();
  while (!next.done) next = await outcomes.next();
  report = next.value;
  told = report.failure;
  where = await sink.finish(report);
} catch (error) {
  if (!isHostspecError(error)) throw error;
  told ??= error;
}
const answer: Answer = {
  ...defined({ report, where, failure: told?.message, code: told?.code }),
  memory: process.resourceUsage().maxRSS * 1024,
};
console.log(JSON.stringify(answer));
