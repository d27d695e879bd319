import { isLimited, type Principal } from '#call';
import {
  isNull,
  itemsOf,
  member,
  objectOf,
  refuse,
  type GatewayError,
  type JsonNode,
} from '#kernel';
import { readAskedTier } from '#wire';

/** Members whose cost is that of the tokens which they bring. */
const PRICED: ReadonlySet<string> = new Set([
  'contents',
  'systemInstruction',
  'tools',
  'toolConfig',
  'generationConfig',
  'safetySettings',
  'serviceTier',
  'labels',
  'model',
  'gw',
]);

/**
 * What no call may ask for, and what an answer would cost beyond its model's price where money is
 * counted: of tools, only those that the caller runs have no price of their own.
 * @throws field_invalid, option_unpriced
 */
export function checkGeminiOptions(principal: Principal, root: JsonNode): void {
  const cached = member(root, 'cachedContent');
  if (cached && !isNull(cached)) {
    throw refuse('field_invalid', {
      param: 'cachedContent',
      message: 'cachedContent is not served: what it stands for was never inspected.',
    });
  }
  const object = objectOf(root);
  if (!object || !isLimited(principal)) return;
  for (const key of object.keys) if (!PRICED.has(key)) throw unpriced(key);
  if (readAskedTier(root) === undefined) throw unpriced('serviceTier');
  itemsOf(member(root, 'tools')).forEach((tool, index) => {
    const names = objectOf(tool)?.keys ?? [];
    if (names.some((name) => name !== 'functionDeclarations')) throw unpriced(`tools[${index}]`);
  });
}

/** The same of a request for vectors. */
const PRICED_TO_EMBED: ReadonlySet<string> = new Set([
  'model',
  'content',
  'requests',
  'taskType',
  'title',
  'outputDimensionality',
  'gw',
]);

/**
 * What vectors would cost beyond their model's price where money is counted.
 * @throws option_unpriced
 */
export function checkEmbedOptions(principal: Principal, root: JsonNode): void {
  if (!isLimited(principal)) return;
  for (const asked of [root, ...itemsOf(member(root, 'requests'))]) {
    for (const key of objectOf(asked)?.keys ?? []) {
      if (!PRICED_TO_EMBED.has(key)) throw unpriced(key);
    }
  }
}

const unpriced = (param: string): GatewayError => refuse('option_unpriced', { param });
