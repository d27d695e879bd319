import { itemsOf, member, objectOf, stringOf, valueOf, type JsonNode } from '#kernel';
import { jsonTextOf, type Tool, type ToolChoice } from '../conversation/conversation.js';
import { booleanOf, given } from '../conversation/given.js';

/** What a model may call, and whether it must. */
export interface ReadTools {
  readonly tools: readonly Tool[];
  readonly toolChoice?: ToolChoice;
}

/** Of tools only those that the caller runs: nobody else has what a provider brings along. */
export function readTools(root: JsonNode, text: string): ReadTools {
  const declared = itemsOf(member(root, 'tools')).flatMap((tool) => readTool(tool, text) ?? []);
  const choice = member(root, 'tool_choice');
  const allowed = allowedNames(choice);
  const tools = allowed ? declared.filter(({ name }) => allowed.has(name)) : declared;
  if (tools.length === 0) return { tools };
  return { tools, ...given('toolChoice', readChoice(choice, tools)) };
}

/** The names of those whose input is a text. */
export const customToolsOf = (root: JsonNode): ReadonlySet<string> =>
  new Set(
    itemsOf(member(root, 'tools')).flatMap((tool) =>
      stringOf(member(tool, 'type')) === 'custom' ? (stringOf(member(tool, 'name')) ?? []) : [],
    ),
  );

function readTool(tool: JsonNode, text: string): Tool | undefined {
  const type = stringOf(member(tool, 'type'));
  if (type !== 'function' && type !== 'custom') return undefined;
  const isCustom = type === 'custom';
  const schema = objectOf(member(tool, isCustom ? 'format' : 'parameters'));
  return {
    name: stringOf(member(tool, 'name')) ?? '',
    isCustom,
    ...given('description', stringOf(member(tool, 'description'))),
    ...given('schema', schema && (isCustom ? nested(schema) : jsonTextOf(text, schema))),
    ...given('isStrict', booleanOf(member(tool, 'strict'))),
  };
}

/** A grammar stands flat here and within a member of its own in canonical form, as in the chat format. */
function nested(format: JsonNode): string {
  if (stringOf(member(format, 'type')) !== 'grammar') return '{"type":"text"}';
  const part = (name: string) => stringOf(member(format, name));
  const grammar = { syntax: part('syntax'), definition: part('definition') };
  return JSON.stringify({ type: 'grammar', grammar });
}

/** The other way round. @param schema as `nested` made it, or as a chat request has it */
export function flattened(schema: JsonNode): unknown {
  const grammar = objectOf(member(schema, 'grammar'));
  return grammar ? { type: 'grammar', ...(valueOf(grammar) as object) } : valueOf(schema);
}

function allowedNames(choice: JsonNode | undefined): ReadonlySet<string> | undefined {
  if (stringOf(member(choice, 'type')) !== 'allowed_tools') return undefined;
  return new Set(
    itemsOf(member(choice, 'tools')).flatMap((tool) => stringOf(member(tool, 'name')) ?? []),
  );
}

function readChoice(choice: JsonNode | undefined, tools: readonly Tool[]): ToolChoice | undefined {
  const mode = stringOf(choice) ?? stringOf(member(choice, 'mode'));
  if (mode === 'auto' || mode === 'none' || mode === 'required') return { mode };
  const name = stringOf(member(choice, 'name'));
  const isKnown = tools.some((tool) => tool.name === name);
  return name !== undefined && isKnown ? { mode: 'one', name } : undefined;
}
