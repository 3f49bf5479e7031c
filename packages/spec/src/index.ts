export {
  applyBrand,
  type Brand,
  defaultBrand,
} from './catalog/brand.js';
export {
  type Catalog,
  compose,
  type SpecsOf,
  slice,
  variant,
} from './catalog/catalog.js';
export { collectionTypeFacts } from './catalog/collection-types.js';
export {
  all,
  any,
  type Condition,
  type ConditionExpression,
  defineCondition,
  not,
} from './catalog/condition.js';
export {
  commandWithArgs,
  firstFile,
  firstOf,
  foreachCollect,
  foreachExecute,
  globFile,
  head,
  listdir,
  simpleCommand,
  simpleFile,
} from './catalog/constructors.js';
export {
  distributions,
  parseFor,
} from './catalog/distribution.js';
export { checkEndpoint, replaceEndpoint } from './catalog/endpoint.js';
export { linux } from './catalog/linux.js';
export { checkSelection } from './catalog/names.js';
export { linuxSecrets } from './catalog/never-collected.js';
export { insightsCore } from './catalog/origin.js';
export {
  aliasProvider,
  type ContainerElement,
  type Context,
  defineProvider,
  type Element,
  incomplete,
  insideContainer,
  isNothing,
  listOr,
  type NamedElement,
  type Nothing,
  namedBy,
  nothing,
  nothingWithout,
  type Provider,
  runMarker,
} from './catalog/provider.js';
export {
  conditionNames,
  type NestedSpec,
  nestedSpecs,
  providerNames,
  referenceProblems,
  specsWithin,
} from './catalog/references.js';
export {
  defineSetting,
  type Setting,
  type SettingValue,
  settingKind,
  settingProblem,
} from './catalog/setting.js';
export { diffByName, sliceData, specsOfData } from './catalog/slice-data.js';
export { textForms } from './catalog/text-forms.js';
export type {
  CollectionSpec,
  CommandWithArgs,
  Effects,
  FirstFile,
  FirstOf,
  ForeachCollect,
  ForeachExecute,
  GlobFile,
  Head,
  Listdir,
  ProviderReference,
  SimpleCommand,
  SimpleFile,
  Spec,
  SpecOptions,
  Specs,
} from './catalog/types.js';
export {
  checkSpec,
  isReference,
  optionNames,
  specProblems,
} from './catalog/validate.js';
export { maxSeconds, windowSeconds } from './catalog/window.js';
export { writtenCondition, writtenForm, writtenProvider } from './catalog/written.js';
export {
  type ArchivedRun,
  type ArchiveKind,
  type CollectingHost,
  type ContentLimit,
  defaultMaxItemBytes,
  type FilePart,
  type HostIdentity,
  type HostOptions,
  type Keywords,
  type Piece,
  type TakePiece,
} from './host/collecting-host.js';
export {
  type Account,
  type CommandEnd,
  type CommandResult,
  type Cut,
  type FileFacts,
  type FileKind,
  type Host,
  type HostError,
  type HostProblem,
  hostError,
  isHostError,
  type Matches,
  maxReadBytes,
  type ReadOptions,
  type RunOptions,
  readBytes,
  readText,
  runLines,
  textLines,
} from './host/host.js';
export type {
  Container,
  Item,
  MaskedCounts,
  Miss,
  Outcome,
  Source,
} from './sink/outcome.js';
export type {
  AnnouncedSpec,
  ContentOrigin,
  ContentRedactor,
  ItemPlace,
  Mapped,
  OpenItem,
  Redaction,
  RunReport,
  RunStart,
  Sink,
} from './sink/sink.js';
export { type OutcomeStatus, outcomeStatuses } from './sink/status.js';
export { joinWords, quoteWord, splitWords } from './text/command-line.js';
export {
  CatalogError,
  HostspecError,
  isHostspecError,
  messageOf,
  type Problem,
  UsageError,
} from './text/errors.js';
export { hasWildcard, nameMatcher } from './text/glob.js';
export { isObject } from './text/is-object.js';
export { available, didYouMean, nearest } from './text/nearest.js';
