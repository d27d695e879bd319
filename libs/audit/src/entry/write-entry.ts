import type {
  Entry,
  EntryAttempt,
  EntryAuto,
  EntryConsidered,
  EntryException,
  EntryFound,
  EntryHead,
  EntryInjection,
  EntryPrice,
  EntryProtection,
  EntryPseudonyms,
  EntryResidency,
  EntryScope,
} from './entry.js';
import { listOf, textOf, writeFindings } from './write-json.js';

/**
 * The canonical text of an entry: RFC 8785, with the keys laid out in their sorted order by hand,
 * because sorting them for each call costs ten times as much. A test holds it against a plain
 * implementation of the RFC.
 */
export function writeEntry(entry: Entry): string {
  return (
    `{"alias":${textOf(entry.alias)},"at":"${entry.at}"` +
    `,"attempts":${listOf(entry.attempts, writeAttempt)}${writeAuto(entry)},"cache_hit":"${entry.cache_hit}"` +
    `,"client_gone":${entry.client_gone},"commit":${writeCommitments(entry)}` +
    `,"credential":${textOf(entry.credential)},"detail":${writeDetail(entry)},"dlp":${writeProtection(entry.dlp)}` +
    `,"documents":${entry.documents},"ended_at":"${entry.ended_at}"` +
    `,"ended_by":${textOf(entry.ended_by)},"fork":${writeFork(entry)}` +
    `,"gateway_ms":${entry.gateway_ms}` +
    `,"http_status":${entry.http_status},"id":"${entry.id}"` +
    `,"jurisdiction":${textOf(entry.jurisdiction)},"key":${textOf(entry.key)}` +
    `,"latency_ms":${entry.latency_ms},"marks":${listOf(entry.marks, textOf)}` +
    `,"member":${textOf(entry.member)}` +
    `,"model_requested":${textOf(entry.model_requested)}` +
    `,"model_routed":${textOf(entry.model_routed)},"org":"${entry.org}"` +
    `,"outcome":"${entry.outcome}","parent":${textOf(entry.parent)}` +
    `,"path_template":${textOf(entry.path_template)}` +
    `,"price":${writePrice(entry.price)},"provider":${textOf(entry.provider)}` +
    `,"purpose":${textOf(entry.purpose)}` +
    `,"refusal":${writeRefusal(entry)},"region":${textOf(entry.region)}` +
    `,"replica":"${entry.replica}","residency":${writeResidency(entry.residency)}` +
    `,"route_reason":${textOf(entry.route_reason)}` +
    (entry.saved_nano === undefined ? '' : `,"saved_nano":"${entry.saved_nano}"`) +
    `,"scope_guard":${writeScope(entry.scope_guard)}${writeSteps(entry)},"stream":${entry.stream}` +
    `,"surface":${textOf(entry.surface)},"times":${entry.times},"tokens":${writeTokens(entry)}` +
    `,"trace":${entry.trace},"ttft_ms":${entry.ttft_ms},"type":"${entry.type}"` +
    `,"units":${writeUnits(entry)},"unscanned_document":${entry.unscanned_document}` +
    `,"usage_source":"${entry.usage_source}","v":${entry.v}` +
    `,"wire":${textOf(entry.wire)},"workload":${textOf(entry.workload)}}`
  );
}

const writeAuto = ({ auto }: Entry): string =>
  auto === undefined
    ? ''
    : `,"auto":{"demand":${textOf(auto.demand)},"features":${writeFeatures(auto)}` +
      `,"reading":${writeReading(auto)},"route":${textOf(auto.route)}` +
      `,"router":${textOf(auto.router)},"steps":${listOf(auto.steps, textOf)}}`;

const writeFeatures = ({ features: of }: EntryAuto): string =>
  `{"audio":${of.audio},"effort":${textOf(of.effort)},"files":${of.files},"images":${of.images}` +
  `,"json":${of.json},"prompt_tokens":${of.prompt_tokens},"schema_depth":${of.schema_depth}` +
  `,"tool_results":${of.tool_results},"tools":${of.tools}}`;

const writeReading = ({ reading }: EntryAuto): string =>
  reading === null
    ? 'null'
    : `{"complexity":[${reading.complexity.join()}],"reasoning":${reading.reasoning}` +
      `,"task":[${reading.task.join()}]}`;

const writeDetail = ({ detail }: Entry): string =>
  detail === null ? 'null' : JSON.stringify(detail, Object.keys(detail).toSorted());

const writeFork = ({ fork }: Entry): string =>
  fork === null ? 'null' : `{"kept":${writeHead(fork.kept)},"lost":${writeHead(fork.lost)}}`;

const writeHead = ({ root, size }: EntryHead): string => `{"root":"${root}","size":${size}}`;

const writeAttempt = ({ err, ms, n, provider, region, status }: EntryAttempt): string =>
  `{"err":${textOf(err)},"ms":${ms},"n":${n},"provider":${textOf(provider)}` +
  `,"region":${region},"status":${status}}`;

const writeCommitments = ({ commit }: Entry): string =>
  `{"client_request_id":${commit.client_request_id},"end_user":${textOf(commit.end_user)}` +
  `,"ip":${commit.ip},"request":${textOf(commit.request)},"response":${textOf(commit.response)}` +
  `,"ua":${commit.ua},"upstream_error":${commit.upstream_error}}`;

export const writeProtection = (dlp: EntryProtection | null): string =>
  dlp === null
    ? 'null'
    : `{"action":${textOf(dlp.action)},"engine_rev":${textOf(dlp.engine_rev)}` +
      `,"findings":${writeFindings(dlp.findings)}` +
      (dlp.found ? `,"found":${listOf(dlp.found, writeFound)}` : '') +
      (dlp.injections ? `,"injections":${listOf(dlp.injections, writeInjection)}` : '') +
      `,"mode":${textOf(dlp.mode)}` +
      (dlp.pseudonyms ? writePseudonyms(dlp.pseudonyms) : '') +
      `,"remove_terms":${dlp.remove_terms}}`;

const writeInjection = ({ kind, offset, place, score }: EntryInjection): string =>
  `{"kind":${textOf(kind)},"offset":${offset},"place":${textOf(place)},"score":${score}}`;

const writePseudonyms = ({ issued, restored, unresolved, withheld }: EntryPseudonyms): string =>
  `,"pseudonyms":{"issued":${issued},"restored":${restored},"unresolved":${unresolved},"withheld":${withheld}}`;

const writeFound = ({ action, count, kind, place, subtype }: EntryFound): string =>
  `{"action":${textOf(action)},"count":${count},"kind":${textOf(kind)},"place":${textOf(place)}` +
  `${subtype === undefined ? '' : `,"subtype":${textOf(subtype)}`}}`;

export const writeResidency = (residency: EntryResidency | null): string =>
  residency === null
    ? 'null'
    : `{"considered":${listOf(residency.considered, writeConsidered)}` +
      `,"exception":${writeException(residency.exception)},"mode":"${residency.mode}"` +
      `,"policy":${textOf(residency.policy)},"verdict":${textOf(residency.verdict)}}`;

export const writeScope = (scope: EntryScope | null): string =>
  scope === null
    ? 'null'
    : `{"cached":${scope.cached},"exception":${writeException(scope.exception)}` +
      `,"judge":${textOf(scope.judge)},"mode":"${scope.mode}","p":${scope.p}` +
      (scope.unread ? `,"unread":${JSON.stringify(scope.unread)}` : '') +
      `,"verdict":"${scope.verdict}"}`;

const writeConsidered = ({ provider, verdict, zone }: EntryConsidered): string =>
  `{"provider":${textOf(provider)},"verdict":${textOf(verdict)},"zone":${textOf(zone)}}`;

const writeException = (exception: EntryException | null): string =>
  exception === null
    ? 'null'
    : `{"reason":${textOf(exception.reason)},"until":"${exception.until}"}`;

const writePrice = (price: EntryPrice | null): string =>
  price === null
    ? 'null'
    : `{"basis":${textOf(price.basis)},"book":${price.book},"currency":${textOf(price.currency)}` +
      `,"hold_nano":"${price.hold_nano}","nano":"${price.nano}"` +
      `,"overrun_nano":"${price.overrun_nano}"` +
      `${price.tier === undefined ? '' : `,"tier":${textOf(price.tier)}`}}`;

const writeRefusal = ({ refusal }: Entry): string =>
  refusal === null
    ? 'null'
    : `{"code":${textOf(refusal.code)},"counter":${textOf(refusal.counter)}` +
      `,"stage":"${refusal.stage}"}`;

/** Entries of a release before have none. */
const writeSteps = ({ steps }: Entry): string =>
  steps === undefined
    ? ''
    : `,"steps":{"inspect_us":${steps.inspect_us},"meter_us":${steps.meter_us}` +
      `,"route_us":${steps.route_us},"scope_us":${steps.scope_us},"seal_us":${steps.seal_us}}`;

const writeTokens = ({ tokens }: Entry): string =>
  tokens === null
    ? 'null'
    : `{"audio_in":${tokens.audio_in},"audio_out":${tokens.audio_out}` +
      `,"cache_read":${tokens.cache_read},"cache_write_1h":${tokens.cache_write_1h}` +
      `,"cache_write_5m":${tokens.cache_write_5m},"image_in":${tokens.image_in}` +
      `,"in":${tokens.in},"out":${tokens.out},"reasoning":${tokens.reasoning}}`;

const writeUnits = ({ units }: Entry): string =>
  units === null
    ? 'null'
    : `{"images":${units.images},"ms_audio":${units.ms_audio},"pages":${units.pages}` +
      `,"tool_calls":${units.tool_calls}}`;
