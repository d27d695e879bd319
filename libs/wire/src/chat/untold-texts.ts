import { itemsOf, member, numberOf, type JsonNode, type JsonString } from '#kernel';
import type { GrowingText } from '../native/growing-texts.js';

/** Members of a chunk whose texts the events tell, or that hold none. */
const ROOT = new Set(
  'id object created model choices usage system_fingerprint service_tier obfuscation x_groq'.split(
    ' ',
  ),
);
const CHOICE = new Set('index delta finish_reason native_finish_reason logprobs'.split(' '));
const DELTA = new Set('role content refusal reasoning_content function_call tool_calls'.split(' '));

const DELTA_WITH_REASONING = new Set([...DELTA, 'reasoning']);

/** Does a chunk hold more than its events tell? A quick no for nearly every one. */
export function saysUntold(root: JsonNode): boolean {
  if (!hasOnly(root, ROOT)) return true;
  return itemsOf(member(root, 'choices')).some((choice) => {
    const delta = member(choice, 'delta');
    return !hasOnly(choice, CHOICE) || (delta !== undefined && deltaSaysMore(delta));
  });
}

/** Does a chunk hold the name of a tool? It comes in one piece, and some servers repeat it. */
export const namesTool = (root: JsonNode): boolean =>
  itemsOf(member(root, 'choices')).some((choice) => {
    const delta = member(choice, 'delta');
    return (
      member(member(delta, 'function_call'), 'name') !== undefined ||
      itemsOf(member(delta, 'tool_calls')).some(
        (call) => member(member(call, 'function') ?? member(call, 'custom'), 'name') !== undefined,
      )
    );
  });

/**
 * Texts of a chunk that grow from chunk to chunk beside those that the events tell: a transcript, the
 * reasoning once more under another name, the text of a legacy completion.
 */
export function untoldTexts(root: JsonNode): readonly GrowingText[] {
  const texts: GrowingText[] = [];
  const add = (key: string, node: JsonNode | undefined) => {
    if (node?.kind === 'string') texts.push({ key, name: key, node });
  };
  itemsOf(member(root, 'choices')).forEach((choice, place) => {
    const at = `${numberOf(member(choice, 'index')) ?? place}`;
    const delta = member(choice, 'delta');
    add(`${at}.text`, member(choice, 'text'));
    if (member(delta, 'reasoning_content')) add(`${at}.reasoning`, member(delta, 'reasoning'));
    add(`${at}.delta.text`, member(delta, 'text'));
    add(`${at}.transcript`, member(member(delta, 'audio'), 'transcript'));
    itemsOf(member(delta, 'reasoning_details')).forEach((detail, index) => {
      const name = `${at}.detail.${numberOf(member(detail, 'index')) ?? index}`;
      add(`${name}.text`, member(detail, 'text'));
      add(`${name}.summary`, member(detail, 'summary'));
    });
  });
  return texts;
}

/** Strings that hold the whole text so far, beside a delta: what follows them is not known yet. */
export const cumulativeTexts = (root: JsonNode): readonly JsonString[] =>
  itemsOf(member(root, 'choices')).flatMap((choice) => {
    const content = member(member(choice, 'message'), 'content');
    return content?.kind === 'string' && member(choice, 'delta') ? [content] : [];
  });

/** Under one name alone, the reasoning is told. */
const deltaSaysMore = (delta: JsonNode): boolean =>
  !hasOnly(delta, member(delta, 'reasoning_content') ? DELTA : DELTA_WITH_REASONING);

const hasOnly = (node: JsonNode, names: ReadonlySet<string>): boolean =>
  node.kind !== 'object' || node.keys.every((key) => names.has(key));
