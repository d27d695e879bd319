import { SERVER_METHODS, type ServerMethod } from '#call';
import { member, objectOf, type JsonObject } from '#kernel';

/** Null where a server does not say what it can do. */
export type OfferedMethods = readonly ServerMethod[] | null;

/** What a server calls each by when it says what it can do. */
const CAPABILITIES: Readonly<Record<ServerMethod, string>> = {
  'resources/read': 'resources',
  'prompts/get': 'prompts',
  'completion/complete': 'completions',
};

/** @param result of a handshake */
export function offeredMethods(result: JsonObject): OfferedMethods {
  const capabilities = objectOf(member(result, 'capabilities'));
  if (!capabilities) return null;
  return SERVER_METHODS.filter((method) => objectOf(member(capabilities, CAPABILITIES[method])));
}
