import {
  applyEdits,
  arrayOf,
  changeMembers,
  isNull,
  member,
  objectOf,
  parseSteps,
  type Edit,
  type JsonArray,
  type JsonDocument,
  type JsonNode,
  type Steps,
} from '#kernel';

/** A function tool that the gateway adds to requests of its callers, and runs itself. */
export interface OwnTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its arguments, as text. */
  readonly schema: string;
}

/** What the tool gave for a call of the model's. */
export interface OwnResult {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly isError: boolean;
}

/** Why a request is left as it is: its caller has a tool of that name, chooses for the model, or has no room for one more. */
export type NotAdded = 'defined' | 'choice' | 'skip';

/** How requests of a format are given one more tool, and what came of it. All else stays as the caller spelled it. */
export interface AddedTool {
  /** Undefined where nothing speaks against it. */
  refusal(root: JsonNode, name: string): NotAdded | undefined;
  add(document: JsonDocument, tool: OwnTool): Steps<JsonDocument>;
  /** @param answer that asked for the results, as a whole one of this format */
  goOn(
    document: JsonDocument,
    answer: JsonDocument,
    results: readonly OwnResult[],
  ): Steps<JsonDocument>;
  /**
   * The model can call it no more. Where it is the only tool it stays, and none may be called: some providers refuse
   * a conversation with calls and no tools.
   */
  withdraw(document: JsonDocument, name: string): Steps<JsonDocument>;
}

/** The same document with the edits in it. */
export const edited = ({ text }: JsonDocument, edits: readonly Edit[]): Steps<JsonDocument> =>
  parseSteps(applyEdits(text, edits));

/** @param json each a whole value */
export function appended({ items, end }: JsonArray, json: readonly string[]): Edit[] {
  if (json.length === 0) return [];
  const text = `${items.length > 0 ? ',' : ''}${json.join(',')}`;
  return [{ start: end - 1, end: end - 1, text }];
}

/** Gives an object a member in the place of the one that it may have. */
export function withMember(node: JsonNode, key: string, json: string): Edit[] {
  const known = member(node, key);
  if (known) return [{ start: known.start, end: known.end, text: json }];
  const object = objectOf(node);
  return object ? changeMembers(object, new Set(), new Map([[key, json]])) : [];
}

/** One more item of a list that need not be there. */
export function withItem(root: JsonNode, key: string, json: string): Edit[] {
  const list = arrayOf(member(root, key));
  return list ? appended(list, [json]) : withMember(root, key, `[${json}]`);
}

export const isSaid = (node: JsonNode | undefined): node is JsonNode =>
  node !== undefined && !isNull(node);
