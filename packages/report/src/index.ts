export type * from './compare/archive-diff.js';
export * from './compare/compare-archives.js';
export * from './compare/comparison-html.js';
export * from './compare/problem-changes.js';
export * from './findings/archive-facts.js';
export * from './html/report-html.js';
export * from './summary/summarize.js';
export * from './summary/summary.js';
