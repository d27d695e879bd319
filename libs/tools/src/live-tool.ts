import { createHash } from 'node:crypto';
import type { ToolPin } from '#call';
import {
  itemsOf,
  member,
  objectOf,
  stringOf,
  valueOf,
  type JsonNode,
  type JsonObject,
} from '#kernel';

/** A tool as its server tells of it now. */
export interface LiveTool extends ToolPin {
  readonly name: string;
}

/** A page of a list of tools. */
export interface LiveTools {
  /** What is no tool is left out. */
  readonly tools: readonly LiveTool[];
  /** Where the next page begins; undefined where there is none. */
  readonly next: string | undefined;
}

/** Of a result of `tools/list`. */
export const liveTools = (result: JsonObject): LiveTools => ({
  tools: itemsOf(member(result, 'tools')).flatMap((item) => toolOf(item) ?? []),
  next: stringOf(member(result, 'nextCursor')),
});

function toolOf(item: JsonNode): LiveTool | undefined {
  const name = stringOf(member(item, 'name'));
  const inputSchema = objectIn(item, 'inputSchema');
  if (!name || !inputSchema) return undefined;
  const title = stringOf(member(item, 'title'));
  const outputSchema = objectIn(item, 'outputSchema');
  const annotations = objectIn(item, 'annotations');
  return {
    name,
    ...(title !== undefined && { title }),
    description: stringOf(member(item, 'description')) ?? '',
    inputSchema,
    ...(outputSchema && { outputSchema }),
    ...(annotations && { annotations }),
  };
}

function objectIn(item: JsonNode, name: string): object | undefined {
  const found = objectOf(member(item, name));
  return found && (valueOf(found) as object);
}

/** Is it what was approved, whatever the order of its members? */
export const isAsApproved = (pin: ToolPin, live: ToolPin): boolean =>
  digestOf(pin) === digestOf(live);

/** Made once for what was approved, while its settings are in force, and once for each list of what its server has. */
const digests = new WeakMap<ToolPin, string>();

/** Of all that is pinned of it, 64 hexadecimal digits: who approves says by it what they have read. */
export function digestOf(tool: ToolPin): string {
  const known = digests.get(tool);
  if (known !== undefined) return known;
  const digest = createHash('sha256').update(textOf(tool)).digest('hex');
  digests.set(tool, digest);
  return digest;
}

const textOf = ({ title, description, inputSchema, outputSchema, annotations }: ToolPin): string =>
  JSON.stringify(
    sorted([title ?? null, description, inputSchema, outputSchema ?? null, annotations ?? null]),
  );

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  // In an object, which no list of pairs looks like.
  return { of: entries.map(([key, item]) => [key, sorted(item)]) };
}
