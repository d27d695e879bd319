import type { FormPart } from '#call';
import {
  foldName,
  isNull,
  judgeNames,
  member,
  numberOf,
  objectOf,
  refuse,
  stringOf,
  type GatewayError,
  type JsonNode,
  type JsonObject,
  type Steps,
} from '#kernel';
import { decidingNameOf, headOf, type DecidingName } from './deciding-names.js';

type Check = (node: JsonNode) => string | undefined;

const isBoolean: Check = (node) =>
  node.kind === 'scalar' && typeof node.value === 'boolean' ? undefined : 'must be true or false';
const isCount: Check = (node) => {
  const value = numberOf(node);
  return value !== undefined && Number.isSafeInteger(value) && value >= 0
    ? undefined
    : 'must be a whole number';
};
/** Lists of models that a router tries by itself: nobody here would have allowed or priced them. */
const isNotServed: Check = () => 'is not served: declare an alias with fallbacks instead';
const isForeground: Check = (node) =>
  node.kind === 'scalar' && node.value === false
    ? undefined
    : 'is not served: what such an answer costs is known only after the call has ended';

/** Providers turn "true", 1 and "5" into what they stand for; only one form of each is passed on. */
const CHECKS: { readonly [Name in DecidingName]?: Check } = {
  models: isNotServed,
  fallbacks: isNotServed,
  background: isForeground,
  deferred: isForeground,
  stream: isBoolean,
  n: isCount,
  best_of: isCount,
  max_tokens: isCount,
  max_completion_tokens: isCount,
  max_output_tokens: isCount,
};

/**
 * A body's members that decide something stand under their own names, each in its one form.
 * @param mayOutlive an answer in the background is settled when its provider has ended it
 * @throws field_invalid
 */
export function* checkMembers(
  root: JsonNode,
  { mayOutlive = false }: { readonly mayOutlive?: boolean } = {},
): Steps<void> {
  const object = objectOf(root);
  if (!object) return;
  object.keys.forEach((key, index) => {
    const name = decidingNameOf(key);
    if (name === undefined) return;
    if (key !== name) throw lookalike(key, name);
    const node = object.values[index] as JsonNode;
    const check = mayOutlive && name === 'background' ? isBoolean : CHECKS[name];
    const fault = isNull(node) ? undefined : check?.(node);
    if (fault !== undefined) throw invalid(name, `${name} ${fault}.`);
  });
  for (const name of ['tools', 'plugins']) {
    const node = member(object, name);
    if (node) yield* checkModels({ node, name, parent: null });
  }
}

/** A value of a body, its path spelled only for a refusal: a body holds a hundred thousand tools. */
interface Placed {
  readonly node: JsonNode;
  readonly name: string;
  readonly parent: Placed | null;
}

const STEP_NODES = 1_024; // Well under a millisecond, each with a few names to fold.

/** What a provider runs may use a model of its own. What the caller runs has a schema, in any words. */
function* checkModels(root: Placed): Steps<void> {
  const open: Placed[] = [root];
  let left = STEP_NODES;
  for (let parent = open.pop(); parent; parent = open.pop()) {
    const { node } = parent;
    if (node.kind === 'array') addItems(node.items, parent, open);
    else if (node.kind === 'object') addMembers(node, parent, open);
    if (--left > 0) continue;
    yield;
    left = STEP_NODES;
  }
}

function addItems(items: readonly JsonNode[], parent: Placed, open: Placed[]): void {
  for (let index = items.length - 1; index >= 0; index--) {
    const node = items[index] as JsonNode;
    if (node.kind === 'object' || node.kind === 'array') {
      open.push({ node, name: `[${index}]`, parent });
    }
  }
}

function addMembers(object: JsonObject, parent: Placed, open: Placed[]): void {
  const type = member(object, 'type');
  const isCallers = CALLERS_TOOLS.has(stringOf(type) ?? '');
  const isUntyped = isTool(parent) && (!type || isNull(type));
  object.keys.forEach((key, index) => {
    const value = { node: object.values[index] as JsonNode, name: `.${key}`, parent };
    if (namesAModel(key)) {
      const at = pathOf(value);
      throw invalid(at, `${at} is not served: that model was neither allowed nor priced.`);
    }
    if (isCallers || (isUntyped && key === 'input_schema')) return;
    open.push(value);
  });
}

/** An item of `tools` itself. In the messages format one without a type is the caller's, and has a schema. */
const isTool = ({ parent }: Placed): boolean => parent?.parent === null && parent.name === 'tools';

function pathOf(placed: Placed): string {
  const names: string[] = [];
  for (let at: Placed | null = placed; at; at = at.parent) names.unshift(at.name);
  return names.join('');
}

const CALLERS_TOOLS: ReadonlySet<string> = new Set(['function', 'custom']);
const namesAModel = judgeNames((name) => /models?$/.test(foldName(headOf(name))), {
  entriesMax: 256,
  ofLong: false,
});

const FLAG = /^(?:true|false)$/;
const COUNT = /^(?:0|[1-9]\d{0,14})$/;
const FORMS: { readonly [Name in DecidingName]?: RegExp } = {
  stream: FLAG,
  background: /^false$/,
  deferred: /^false$/,
  n: COUNT,
  best_of: COUNT,
  max_tokens: COUNT,
  max_completion_tokens: COUNT,
  max_output_tokens: COUNT,
};
const LIST = /\[\]$/; // How clients write one name with several values.

/**
 * The same of a form, where every value is text and a name may stand twice.
 * @throws field_invalid
 */
export function checkFields(parts: readonly FormPart[]): void {
  const kinds = new Map<string, FormPart['kind']>();
  for (const part of parts) {
    const key = part.name.toLowerCase();
    const before = kinds.get(key);
    const isTwin = before !== undefined && !LIST.test(part.name);
    // Several files under one name are a list; a value beside another is one too many.
    if (isTwin && (before === 'field' || part.kind === 'field')) {
      throw invalid(part.name, `${part.name} is given twice. Write a list as ${part.name}[].`);
    }
    kinds.set(key, part.kind);
    checkField(part);
  }
}

function checkField(part: FormPart): void {
  // HTML's way to say that the other fields are in another encoding.
  if (part.name === '_charset_')
    throw invalid(part.name, 'The form is UTF-8, and says so nowhere.');
  const name = decidingNameOf(part.name);
  if (name === undefined) return;
  if (part.name !== name) throw lookalike(part.name, name);
  const isText = part.kind === 'field' && (part.contentType?.startsWith('text/plain') ?? true);
  if (!isText) throw invalid(name, `${name} must be a plain field.`);
  if (name === 'models' || name === 'fallbacks' || FORMS[name]?.test(part.value) === false) {
    throw invalid(name, `${name} has a value that is not served.`);
  }
}

const lookalike = (written: string, name: DecidingName): GatewayError =>
  invalid(name, `Some providers read ${JSON.stringify(written)} as ${name}. Write ${name}.`);

const invalid = (param: string, message: string): GatewayError =>
  refuse('field_invalid', { param, message });
