/**
 * The ground floor: errors, time, ids, randomness, money and JSON. Imports nothing of ours, no
 * framework, and does no I/O beyond the clock and the random source.
 *
 * Invariants: an error that reaches a caller is a GatewayError of the catalogue; money is an
 * integer; a JSON text is changed only by splicing, never by writing it anew.
 */
export { addAll } from './add-all.js';
export { assert, assertNever } from './assert.js';
export { ByteLease, ByteRoom } from './byte-room.js';
export { Cancellation } from './cancellation.js';
export { counted } from './counted.js';
export { Clock, SystemClock, type Alarm } from './clock.js';
export { NaturalBatch } from './natural-batch.js';
export { Entropy, SystemEntropy } from './entropy.js';
export { catalogue, type ErrorKey, type ErrorSpec } from './errors/catalogue.js';
export { errorKeyOf, errorTold } from './errors/stored-error.js';
export { faultBehind } from './errors/fault-behind.js';
export {
  asGatewayError,
  failed,
  GatewayError,
  refuse,
  type Attempt,
  type ErrorDetails,
} from './errors/gateway-error.js';
export {
  asProblemText,
  Problem,
  problem,
  PROBLEMS,
  type FieldFault,
  type ProblemKey,
} from './errors/problem.js';
export { HmacSha256 } from './hmac.js';
export { sha256 } from './sha256.js';
export { Ids, uuidV7, uuidV7Ms, type CallId, type OrganisationId, type WorkloadId } from './ids.js';
export {
  arrayOf,
  isNull,
  isTrue,
  itemsOf,
  member,
  numberOf,
  objectOf,
  stringOf,
  valueOf,
} from './json/json-access.js';
export {
  ANSWER_NODES_MAX,
  parseJson,
  parseAnswer,
  parseEvent,
  parseBytes,
  parseSteps,
  REQUEST_NODES_MAX,
  type JsonArray,
  type JsonDocument,
  type JsonNode,
  type JsonObject,
  type JsonScalar,
  type JsonString,
} from './json/json-document.js';
export {
  applyEdits,
  changeMembers,
  dropValues,
  replaceKey,
  replaceWithString,
  type Edit,
} from './json/json-edit.js';
export { childTowards, jsonPath } from './json/json-path.js';
export { AlikeDocument, JsonPattern } from './json/json-pattern.js';
export { mayMention } from './json/may-mention.js';
export {
  amountOf,
  divideUp,
  formatNano,
  multiply,
  nanoOf,
  parseDecimal,
  rateOf,
  scaleUp,
  type Decimal,
  type Nano,
  type Rate,
} from './money.js';
export { foldName, judgeNames, OWN_WORDS } from './names.js';
export { plainAddress, prefixOf } from './network-address.js';
export { Secret } from './secret.js';
export { didYouMean, nearestName } from './nearest-name.js';
export { type Ending, NEVER_ENDED, runAtOnce, runInSlices, type Steps } from './slices.js';
export { textPieces } from './text-pieces.js';
