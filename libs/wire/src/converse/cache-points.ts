import type { CacheMark, Conversation, RequestPart } from '../conversation/conversation.js';
import type { ModelRules } from './model-rules.js';

/** A block of its own, which stands behind what it marks. */
export interface CachePoint {
  readonly cachePoint: { readonly type: 'default'; readonly ttl?: '5m' | '1h' };
}

const POINTS_MAX = 4; // More are refused.

/**
 * The point that each mark becomes; none for a mark that the model would refuse. Of too many stay the
 * last ones of tools and system, and the newest of the turns. What lasts an hour must stand before what
 * lasts five minutes.
 */
export function cachePoints(
  { tools, system, turns }: Conversation,
  { cache }: ModelRules,
): ReadonlyMap<CacheMark, CachePoint> {
  if (cache === 'nowhere') return new Map();
  const ofTools = cache === 'everywhere' ? tools.flatMap((tool) => tool.cache ?? []) : [];
  const ofSystem = system.flatMap((part) => markOf(part) ?? []);
  const ofTurns = turns.flatMap(({ parts }) => parts.flatMap((part) => markOf(part) ?? []));
  let marks = [...ofTools, ...ofSystem, ...ofTurns];
  if (marks.length > POINTS_MAX) {
    const first = [...ofTools.slice(-1), ...ofSystem.slice(-1)];
    const left = POINTS_MAX - first.length;
    marks = [...first, ...ofTurns.slice(-left)];
  }
  let isShort = false;
  return new Map(
    marks.map((mark) => {
      isShort ||= mark.ttl !== '1h';
      const lasts = cache === 'everywhere' && mark.ttl !== undefined;
      const ttl = isShort ? '5m' : '1h';
      return [mark, { cachePoint: { type: 'default', ...(lasts && { ttl }) } }];
    }),
  );
}

/** Of the part itself or, within a tool's result, where no point may stand, of the last in it. */
export function markOf(part: RequestPart): CacheMark | undefined {
  if ('cache' in part && part.cache) return part.cache;
  return part.type === 'tool_result'
    ? part.parts.flatMap((inner) => markOf(inner) ?? []).at(-1)
    : undefined;
}
