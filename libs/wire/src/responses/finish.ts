import { member, stringOf, type JsonNode } from '#kernel';
import type { FinishReason } from '../finish-reason.js';

const READ: ReadonlyMap<string, FinishReason> = new Map([
  ['max_output_tokens', 'length'],
  ['max_tokens', 'length'],
  ['content_filter', 'content_filter'],
]);

/** Why a response ended: the format has a word for that only where it was cut short. */
export function readFinish(
  response: JsonNode | undefined,
  said: { readonly hasCalls: boolean; readonly hasRefused: boolean },
): string {
  const cut = stringOf(member(member(response, 'incomplete_details'), 'reason'));
  if (cut !== undefined) return READ.get(cut) ?? cut;
  if (stringOf(member(response, 'status')) === 'incomplete') return 'length';
  if (said.hasCalls) return 'tool_calls';
  return said.hasRefused ? 'refusal' : 'stop';
}

/** Words for `incomplete_details.reason`; an answer that ended in any other way is complete. */
const WRITTEN: ReadonlyMap<string, string> = new Map([
  ['length', 'max_output_tokens'],
  ['context_exceeded', 'max_output_tokens'],
  ['content_filter', 'content_filter'],
]);

/** Why a response is incomplete; null where it is whole. */
export const writeIncomplete = (reason: string): string | null => WRITTEN.get(reason) ?? null;
