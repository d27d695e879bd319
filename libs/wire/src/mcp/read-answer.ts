import {
  member,
  numberOf,
  objectOf,
  stringOf,
  type JsonDocument,
  type JsonNode,
  type JsonObject,
} from '#kernel';

/** Why there is no result. */
export interface McpFault {
  readonly code: number;
  readonly message: string;
  readonly data: JsonNode | undefined;
}

/** What a server answered to a request. */
export type McpAnswer =
  | { readonly kind: 'result'; readonly result: JsonObject }
  /** Of the protocol: nothing was done. */
  | { readonly kind: 'error'; readonly error: McpFault };

/** Undefined of a message that is no answer to that request. */
export function readMcpAnswer({ root }: JsonDocument, id: number): McpAnswer | undefined {
  if (numberOf(member(root, 'id')) !== id) return undefined;
  const result = objectOf(member(root, 'result'));
  if (result) return { kind: 'result', result };
  const error = objectOf(member(root, 'error'));
  const code = numberOf(member(error, 'code'));
  if (!error || code === undefined || !Number.isSafeInteger(code)) return undefined;
  const message = stringOf(member(error, 'message')) ?? '';
  return { kind: 'error', error: { code, message, data: member(error, 'data') } };
}
