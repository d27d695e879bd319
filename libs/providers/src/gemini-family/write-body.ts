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

/** The model is named in the path, where it is priced; labels are for another platform. */
const DROPPED = new Set(['model', 'labels']);
/** A call comes whole: pieces of its arguments cannot be looked through for what was replaced. */
const PIECES = new Set(['streamFunctionCallArguments']);

/** What a caller of this format wrote, but for what the provider would refuse or the gateway decides. */
export function writeOwnBody({ text, root }: JsonDocument): string {
  const object = objectOf(root);
  if (!object) return text;
  const calling = objectOf(member(member(root, 'toolConfig'), 'functionCallingConfig'));
  return applyEdits(text, [
    ...without(object, DROPPED),
    ...(calling ? without(calling, PIECES) : []),
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
): string {
  return applyEdits(text, [
    ...thinkingEdits(root, model, showsThinking),
    ...(needsSignatures(model) ? signatureEdits(root) : []),
  ]);
}

const without = (object: JsonObject, names: ReadonlySet<string>): Edit[] =>
  object.keys.some((key) => names.has(key)) ? changeMembers(object, names) : [];

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

/** The first call of each turn is signed: by whoever made it, or as one of somebody else. */
function signatureEdits(root: JsonNode): Edit[] {
  return itemsOf(member(root, 'contents')).flatMap((content) => {
    const calls = itemsOf(member(content, 'parts')).filter((part) => member(part, 'functionCall'));
    const first = objectOf(calls[0]);
    if (!first || member(first, 'thoughtSignature')) return [];
    const signature = new Map([['thoughtSignature', JSON.stringify(UNSIGNED)]]);
    return changeMembers(first, new Set(), signature);
  });
}
