import { hasDearFlag, isLimited, type FormPart, type Principal } from '#call';
import {
  foldName,
  isNull,
  itemsOf,
  judgeNames,
  member,
  numberOf,
  objectOf,
  refuse,
  stringOf,
  type GatewayError,
  type JsonNode,
} from '#kernel';
import { readAskedTier } from '#wire';
import { headOf } from './deciding-names.js';

/**
 * What a provider does beside the model's own work, and bills by itself: searches, plug-ins, sources,
 * second models. Interfaces name them in many ways, and all of them with one of these words.
 */
const BILLED_APART = /search|plugin|grounding|connector|datasource|codeexecution|codeinterpreter/;
const SECOND_MODEL = /.models?$/; // `safety_model`: `model` itself is the one that is priced.
/** They stand for what is stored elsewhere, tools and models among it. */
const STORED: ReadonlySet<string> = new Set(['preset', 'speed', 'agentid']);
/** Models that answer where the first one declines, at prices of their own. */
const FALLBACKS = 'fallbacks';
/** Where a model may run, which costs a surcharge: anywhere is what its price is for. */
const PLACE = 'inferencegeo';
const ANYWHERE = 'global';
/** What a request of the messages format brings beside its text is run by tools of the provider. */
const SKILLS = 'skills';
/** Folded: where some servers take flags in the body. */
const FLAG_MEMBERS: ReadonlySet<string> = new Set(['anthropicbeta', 'betas']);
/** Tools that the caller runs, or that cost the tokens which they bring; any other one may be billed. */
const OWN_TOOLS: ReadonlySet<string> = new Set(
  `function custom local_shell apply_patch computer computer_use_preview mcp namespace
  tool_search`.split(/\s+/),
);
/** The same of Claude's, by their dated names: it asks, and the caller runs them. */
const OWN_DATED_TOOLS = /^(?:bash|text_editor|memory|computer)_\d{8}$/;

/**
 * What an answer costs beyond its model's price, where money is counted.
 * @throws option_unpriced
 */
export function checkOptions(principal: Principal, root: JsonNode): void {
  if (isLimited(principal)) checkPlainOptions(root);
}

/** The same, whoever asks. @throws option_unpriced */
export function checkPlainOptions(root: JsonNode): void {
  const object = objectOf(root);
  if (!object) return;
  object.keys.forEach((key, index) => {
    const node = object.values[index] as JsonNode;
    if (isBilledApart(key) && !isOff(node) && !isSpeed(key, node)) throw unpriced(key);
    const meaning = meaningOf(key);
    if (meaning === 'place' && !isNull(node) && stringOf(node) !== ANYWHERE) throw unpriced(key);
    if (meaning === 'flags' && asksDearFlag(node)) throw unpriced(key);
  });
  const skills = member(member(object, 'container'), SKILLS);
  if (skills && !isOff(skills)) throw unpriced(`container.${SKILLS}`);
  if (readAskedTier(object) === undefined) throw unpriced('service_tier');
  // A prompt that the provider keeps brings tools of its own; one of text is the caller's.
  if (objectOf(member(object, 'prompt'))) throw unpriced('prompt');
  checkTools(member(object, 'tools'), 'tools');
  itemsOf(member(object, 'input')).forEach((item, index) => {
    checkTools(objectOf(item) && member(item, 'tools'), `input[${index}].tools`);
  });
}

/**
 * The same of the flags of a head, separated by commas.
 * @param param what their header is called
 * @throws option_unpriced
 */
export function checkFlags(principal: Principal, flags: string | undefined, param: string): void {
  if (flags !== undefined && isLimited(principal) && hasDearFlag(flags)) throw unpriced(param);
}

const asksDearFlag = (node: JsonNode): boolean =>
  [node, ...itemsOf(node)].some((flag) => hasDearFlag(stringOf(flag) ?? ''));

/**
 * The same of a form. No form has tools or tiers, but some servers read any body as one.
 * @throws option_unpriced
 */
export function checkOptionFields(principal: Principal, parts: readonly FormPart[]): void {
  if (!isLimited(principal)) return;
  for (const { name } of parts) {
    if (isBilledApart(name) || NOT_IN_FORMS.has(foldName(headOf(name)))) throw unpriced(name);
  }
}
const NOT_IN_FORMS: ReadonlySet<string> = new Set(['tools', 'servicetier']);

function checkTools(tools: JsonNode | undefined, path: string): void {
  if (!tools || isNull(tools)) return;
  if (tools.kind !== 'array') throw unpriced(path);
  tools.items.forEach((tool, index) => {
    const at = `${path}[${index}]`;
    const object = objectOf(tool);
    const type = stringOf(member(tool, 'type')) ?? impliedType(tool);
    const isPlain = object?.keys.every((key) => !isBilledApart(key) && !isAlike(key, 'type'));
    if (!isPlain || !isOwnTool(type ?? '')) throw unpriced(at, type);
    checkTools(member(tool, 'tools'), `${at}.tools`);
  });
}

/** Both formats let it be left out of what nobody takes for anything else. */
function impliedType(tool: JsonNode): string | undefined {
  if (member(tool, 'function')) return 'function';
  return member(tool, 'input_schema') && 'custom';
}

const isOwnTool = (type: string): boolean => OWN_TOOLS.has(type) || OWN_DATED_TOOLS.test(type);

/** What some providers read as that name. */
const isAlike = (key: string, name: string): boolean => key !== name && foldName(key) === name;

const meaningOf = judgeNames<'place' | 'flags' | null>(
  (name) => {
    const word = foldName(name);
    if (word === PLACE) return 'place';
    return FLAG_MEMBERS.has(word) ? 'flags' : null;
  },
  { entriesMax: 256, ofLong: null },
);

const isBilledApart = judgeNames(
  (name) => {
    const word = foldName(headOf(name));
    return (
      BILLED_APART.test(word) || SECOND_MODEL.test(word) || STORED.has(word) || word === FALLBACKS
    );
  },
  { entriesMax: 256, ofLong: false },
);

const SPEEDS: ReadonlySet<string> = new Set(['standard', 'fast']);

/** The tempo of speech, whose length is priced, or a tier, which has a price or is refused later. */
const isSpeed = (key: string, node: JsonNode): boolean =>
  key === 'speed' && (numberOf(node) !== undefined || SPEEDS.has(stringOf(node) ?? ''));

/** `{}` is on, for some. */
const isOff = (node: JsonNode): boolean =>
  isNull(node) ||
  (node.kind === 'scalar' && node.value === false) ||
  (node.kind === 'array' && node.items.length === 0);

/** Clients show the message alone, and some put tools into every request by themselves. */
const unpriced = (param: string, type?: string): GatewayError => {
  const named = type !== undefined && /^\w{1,64}$/.test(type) ? `${param} (${type})` : param;
  return refuse('option_unpriced', {
    param,
    message: `This asks for something that the model's price does not cover, so it is not served while a budget, a cap or credit applies. Leave out ${named}.`,
  });
};
