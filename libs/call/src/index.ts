/**
 * What the concerns share: the typed states of a call, the interceptor, the outcome, the settings
 * snapshots, and the ports that the roof binds. The reply and its events are `wire`'s.
 *
 * Types and abstract classes only: no framework, no I/O. A concern adds its own field to the call
 * and knows no other concern. A call is no HTTP request: a path, a method and headers belong to
 * forwarded ones alone.
 */
export {
  AUTO_NAME,
  autoModels,
  chooseAuto,
  NO_FEATURES,
  tiersFrom,
  type AutoChoice,
  type AutoFinding,
  type AutoPolicy,
  type AutoRequest,
  type AutoStep,
  type RequestFeatures,
  type Tiers,
} from './auto.js';
export {
  decisionOf,
  DEMAND_DEFAULTS,
  DEMANDS,
  ROUTES,
  TASKS,
  type Demand,
  type DemandThresholds,
  type RequestReading,
  type RequestRoute,
  type RouteDecision,
  type Task,
} from './demand.js';
export { hasDearFlag, LONG_CONTEXT } from './dear-flags.js';
export type { BackgroundEnd, BackgroundReport } from './background-report.js';
export type {
  Arrival,
  Candidate,
  FormFile,
  FormPart,
  GuardedCall,
  InspectedCall,
  LookedUpCall,
  Found,
  Inspection,
  MeteredCall,
  OpenSeal,
  OutgoingBody,
  ReceivedBody,
  CleanedDocuments,
  ReceivedCall,
  ReceivedForm,
  ResidencyFinding,
  Route,
  RoutedCall,
  RouteResidency,
  RouteVerdict,
  SealedCall,
} from './call.js';
export { CallerGone, STATUS_CALLER_GONE } from './caller-gone.js';
export { endpointOf, type Endpoint } from './endpoint.js';
export { Dispatcher, DispatchTable, OPEN_CALLS_MAX, type DispatchRecord } from './dispatcher.js';
export { EndedCalls } from './ended-calls.js';
export { isLimited } from './is-limited.js';
export {
  NOTHING_EXPECTED,
  type BatchBound,
  type ExpectedOutput,
  type ExpectedUsage,
} from './expected-usage.js';
export { modelNameOf, type ModelName } from './model-name.js';
export { forgetBody } from './forget-body.js';
export {
  FORWARD_DEFAULT,
  idsInPath,
  isAdministrative,
  isForwarded,
  readForwardRule,
  type ForwardRule,
} from './forward-rule.js';
export type { Charge, Hold } from './hold.js';
export type { InjectionKind, Surface } from '#contract';
export type { InjectionFinding, InjectionMode } from './injection.js';
export { Interceptor, type Entered } from './interceptor.js';
export {
  batchOf,
  isBackground,
  NO_HINTS,
  type AnonymizeOperation,
  type BatchRequest,
  type ChatOperation,
  type CompleteOperation,
  type DecideOperation,
  type DrawOperation,
  type EmbedOperation,
  type ForwardOperation,
  type Hints,
  type JobOrder,
  type OcrOperation,
  type Operation,
  type Query,
  type ToolMethod,
  type ToolOperation,
} from './operation.js';
export {
  ANONYMIZE_MODEL,
  isLocal,
  isDoneBy,
  LOCAL_FAMILY,
  LOCAL_PROVIDER,
  OCR_MODEL,
  OWN_PREFIX,
  ROUTER_MODEL,
  TYPED_MODEL,
} from './local-models.js';
export { marksOf, type Mark } from './mark.js';
export type { AnswerReport, BackgroundWork, Outcome, PseudonymCounts, Spent } from './outcome.js';
export type { CachedAnswer, CacheLook, CacheOrder } from './response-cache.js';
export type { ScopeException, ScopeFinding, ScopePolicy, Unjudged } from './scope.js';
export { isElsewhere } from './residency/is-elsewhere.js';
export {
  possibleCountries,
  UNDECLARED,
  type Evidence,
  type Jurisdiction,
  type Operator,
  type Retention,
} from './residency/jurisdiction.js';
export type {
  AdequateCountry,
  OperatorRule,
  ResidencyException,
  ResidencyPolicy,
  ResidencyVerdict,
} from './residency/policy.js';
export {
  countriesOf,
  GLOBAL,
  inIso,
  isCountry,
  LOCAL,
  ZONE_WORDS,
  zoneOf,
} from './residency/zones.js';
export { PolicyRefusal, type RefusalFacts } from './policy-refusal.js';
export { RequestJudge, type RequestSegments } from './ports/request-judge.js';
export { rateLimitHeaders } from './rate-limit-headers.js';
export { isPathWord } from './path-words.js';
export { FileTargets, type FileTarget } from './ports/file-targets.js';
export { CallObserver } from './ports/call-observer.js';
export { CallTrace, type Stretch, type TracedAttempt } from './trace/call-trace.js';
export { logIdsOf } from './trace/log-ids.js';
export { readTraceParent, type TraceParent } from './trace/trace-parent.js';
export { Credentials } from './ports/credentials.js';
export { InnerCalls } from './ports/inner-calls.js';
export { Directory } from './ports/directory.js';
export { EndpointHealth, type Health } from './ports/endpoint-health.js';
export { toolServerDown } from './tool-server-down.js';
export { LocalModels } from './ports/local-models.js';
export { PriceList } from './ports/price-list.js';
export { ObjectOwners, type ObjectPlace } from './ports/object-owners.js';
export {
  ValueFinder,
  type FoundValue,
  type KnownValue,
  type SearchedText,
  type ValueOrder,
} from './ports/value-finder.js';
export { Settlement, type HeldCall, type ResolvedHold } from './ports/settlement.js';
export type {
  InternalPrincipal,
  KeyPrincipal,
  MemberPrincipal,
  Principal,
  Spender,
} from './principal.js';
export {
  type Alias,
  type Allowance,
  type BudgetPeriod,
  type CreditEnd,
  type Family,
  MODEL_FEATURES,
  type Model,
  type ModelFeature,
  type Organisation,
  type Alerts,
  type Budget,
  type Plan,
  type Provider,
  type ResponseCachePolicy,
  SANDBOX_FAMILY,
  isServerMethod,
  SERVER_METHODS,
  type ServerMethod,
  TOOL_FAMILY,
  type Workload,
  type OauthClient,
  type ToolPin,
} from './settings.js';
export { identityBelow, ownCall, type CallIdentity, type OwnCall } from './own-call.js';
export { PATTERN_CHARS_MAX, patternFault } from './own-pattern.js';
export { isOwnTime } from './own-time.js';
export { isCleaning } from './protection.js';
export type {
  KindRule,
  OwnPattern,
  OwnTerm,
  ProtectionAction,
  ProtectionException,
  ProtectionMode,
  AnswerProtection,
  PseudonymScope,
  ProtectionPolicy,
} from './protection.js';
