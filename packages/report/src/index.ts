export type * from './comparison/archive-diff.js';
export * from './comparison/comparison-html.js';
export * from './report/report-html.js';
export * from './summary/summarize.js';
export * from './summary/summary.js';
