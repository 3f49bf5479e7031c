export { pathOf, type ShownText } from './builtin.js';
export { builtins } from './builtins.js';
export { whyMissing } from './contents.js';
export { derivedPrograms } from './derived/index.js';
export { type Evaluation, evaluate, type ShellOutput } from './evaluate.js';
export { hasAnswer } from './has-answer.js';
export { type Answer, type ArchiveSession, createArchiveSession, type SessionFile } from './session.js';
export { type ParsedCommand, parseLine, type Word } from './words.js';
