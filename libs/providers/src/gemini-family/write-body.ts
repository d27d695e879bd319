import {
  applyEdits,
  changeMembers,
  itemsOf,
  member,
  numberOf,
  objectOf,
  stringOf,
  type Edit,
  type JsonDocument,
  type JsonNode,
  type JsonObject,
} from '#kernel';
import { fitThinking, needsSignatures, thinkingRule, UNSIGNED } from './gemini-models.js';

/** Where models of this maker are served. */
export type Platform = 'gemini' | 'vertex';

/**
 * What one platform refuses and the other may take. The model is named in the path, where it is priced;
 * of labels only the cloud knows, which is asked for a tier by a header.
 */
const DROPPED: Readonly<Record<Platform, ReadonlySet<string>>> = {
  gemini: new Set(['model', 'labels']),
  vertex: new Set(['model', 'serviceTier']),
};
/** A call comes whole: pieces of its arguments cannot be looked through for what was replaced. */
const PIECES = new Set(['streamFunctionCallArguments']);

/**
 * What a caller of this format wrote, but for what the provider would refuse or the gateway decides. Calls may
 * come from another model, to which an alias led before.
 */
export function writeOwnBody(
  { text, root }: JsonDocument,
  model: string,
  platform: Platform = 'gemini',
): string {
  const object = objectOf(root);
  if (!object) return text;
  const calling = objectOf(member(member(root, 'toolConfig'), 'functionCallingConfig'));
  return applyEdits(text, [
    ...without(object, DROPPED[platform]),
    ...(platform === 'vertex' ? idEdits(root) : []),
    ...(calling ? without(calling, PIECES) : []),
    ...(needsSignatures(model) ? signatureEdits(root) : []),
  ]);
}

/**
 * What was translated, fitted to the model.
 * @param showsThinking the caller is shown what the model thinks, which it tells only when asked
 */
export function writeTranslatedBody(
  { text, root }: JsonDocument,
  model: string,
  showsThinking: boolean,
  platform: Platform = 'gemini',
): string {
  const object = objectOf(root);
  return applyEdits(text, [
    ...(object ? without(object, DROPPED[platform]) : []),
    ...(platform === 'vertex' ? idEdits(root) : []),
    ...thinkingEdits(root, model, showsThinking),
    ...(needsSignatures(model) ? signatureEdits(root) : []),
  ]);
}

const without = (object: JsonObject, names: ReadonlySet<string>): Edit[] =>
  object.keys.some((key) => names.has(key)) ? changeMembers(object, names) : [];

const ID = new Set(['id']);

/** Ids of calls and their results: the cloud refuses them, and goes by the order. */
function idEdits(root: JsonNode): Edit[] {
  const parts = itemsOf(member(root, 'contents')).flatMap((content) =>
    itemsOf(member(content, 'parts')),
  );
  return parts.flatMap((part) => {
    const called = objectOf(member(part, 'functionCall') ?? member(part, 'functionResponse'));
    return called ? without(called, ID) : [];
  });
}

const THINKING = new Set(['thinkingConfig']);

function thinkingEdits(root: JsonNode, model: string, showsThinking: boolean): Edit[] {
  const config = objectOf(member(root, 'generationConfig'));
  if (!config) return [];
  const asked = member(config, 'thinkingConfig');
  const rule = thinkingRule(model);
  const fitted = fitThinking(rule, {
    effort: stringOf(member(asked, 'thinkingLevel'))?.toLowerCase(),
    budgetTokens: numberOf(member(asked, 'thinkingBudget')),
  });
  const isShown = showsThinking && rule.thinking !== 'none' && fitted.thinkingBudget !== 0;
  const wanted = { ...fitted, ...(isShown && { includeThoughts: true }) };
  const isEmpty = Object.keys(wanted).length === 0;
  if (isEmpty) return without(config, THINKING);
  return changeMembers(config, THINKING, new Map([['thinkingConfig', JSON.stringify(wanted)]]));
}

const SIGNATURE = new Set(['thoughtSignature']);

/**
 * The first call of each turn is signed: by whoever made it, or as one of somebody else. Neighbours are one turn,
 * since clients keep a streamed answer piece by piece.
 */
function signatureEdits(root: JsonNode): Edit[] {
  let isSigned = false; // The turn at hand, once its first call has come.
  return itemsOf(member(root, 'contents')).flatMap((content) => {
    if (stringOf(member(content, 'role')) !== 'model') isSigned = false;
    const called = itemsOf(member(content, 'parts')).find((part) => member(part, 'functionCall'));
    const first = isSigned ? undefined : objectOf(called);
    if (!first) return [];
    isSigned = true;
    if (stringOf(member(first, 'thoughtSignature'))) return [];
    return changeMembers(
      first,
      SIGNATURE,
      new Map([['thoughtSignature', JSON.stringify(UNSIGNED)]]),
    );
  });
}
