import {
  member,
  numberOf,
  objectOf,
  refuse,
  stringOf,
  type JsonDocument,
  type JsonNode,
  type JsonObject,
} from '#kernel';
import { CAPABILITIES_KEY, VERSION_KEY } from './facts.js';

const ID_CHARS_MAX = 256; // Said again in every answer.

/** A JSON-RPC message of a client. */
export interface McpMessage {
  /** As it stands in the message; null for a notification, which is not answered. */
  readonly id: string | null;
  readonly method: string;
  readonly params: JsonObject | undefined;
  /** What the message itself says of its revision; undefined where a handshake said it. */
  readonly version: string | undefined;
  /** What news of it are to be sent under, as it stands in the message; null where none are wanted. */
  readonly progressToken: string | null;
  /** What its client can do, as each request of the newest revision says; undefined where it does not. */
  readonly capabilities: JsonObject | undefined;
}

/** @throws mcp_message_invalid */
export function readMcpMessage({ root, text }: JsonDocument): McpMessage {
  const message = objectOf(root);
  if (!message) throw invalid('Send one JSON-RPC message as an object; batches are not served.');
  const method = stringOf(member(message, 'method'));
  if (stringOf(member(message, 'jsonrpc')) !== '2.0' || !method) {
    throw invalid('A message has "jsonrpc": "2.0" and a method.');
  }
  const id = member(message, 'id');
  const given = member(message, 'params');
  const params = objectOf(given);
  if (given && !params) throw invalid('params must be an object.');
  const meta = member(params, '_meta');
  return {
    id: id ? idOf(id, text) : null,
    method,
    params,
    progressToken: tokenOf(member(meta, 'progressToken'), text),
    version: stringOf(member(meta, VERSION_KEY)),
    capabilities: objectOf(member(meta, CAPABILITIES_KEY)),
  };
}

/** One that is none is taken for none: nothing is lost by it but news. */
const tokenOf = (node: JsonNode | undefined, text: string): string | null =>
  node && isId(node) ? text.slice(node.start, node.end) : null;

const isId = (node: JsonNode): boolean =>
  (stringOf(node) !== undefined || Number.isSafeInteger(numberOf(node))) &&
  node.end - node.start <= ID_CHARS_MAX;

function idOf(node: JsonNode, text: string): string {
  if (!isId(node)) {
    throw invalid(`id must be a whole number or a text of at most ${ID_CHARS_MAX} characters.`);
  }
  return text.slice(node.start, node.end);
}

const invalid = (message: string) => refuse('mcp_message_invalid', { message });
