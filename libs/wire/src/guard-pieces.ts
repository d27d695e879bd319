import {
  failed,
  itemsOf,
  member,
  type GatewayError,
  type JsonDocument,
  type JsonNode,
} from '#kernel';

/**
 * Choices of an answer, tool calls of a choice, blocks of a message, and what one payload may hold of both and of parts of
 * texts. A hundred choices are the most that anybody asks for; each is looked up among those before it,
 * so their number is what reading costs.
 */
export const PIECES_MAX = 4_096;

/** @throws upstream_failed when a payload holds more */
export function guardPieces({ nodes }: JsonDocument, choices: readonly JsonNode[]): void {
  if (nodes <= PIECES_MAX) return; // Of nearly every payload there is no need to count.
  let pieces = choices.length;
  for (const choice of choices) {
    if (pieces > PIECES_MAX) break;
    const said = member(choice, 'delta') ?? member(choice, 'message');
    pieces += itemsOf(member(said, 'tool_calls')).length;
    for (const item of itemsOf(member(said, 'content'))) {
      pieces += 1 + itemsOf(member(item, 'thinking')).length;
      if (pieces > PIECES_MAX) break;
    }
  }
  if (pieces > PIECES_MAX) throw tooManyPieces();
}

export const tooManyPieces = (): GatewayError =>
  failed('upstream_failed', {
    message: `The provider sent more than ${PIECES_MAX} choices, tool calls or blocks.`,
    gw: { cause: 'malformed' },
  });
