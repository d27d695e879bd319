import { itemsOf, member, numberOf, stringOf, type JsonDocument, type JsonNode } from '#kernel';
import { errorEvent } from '../errors/error-event.js';
import { readErrorBody } from '../errors/read-error-body.js';
import { usageEvents, type ReplyEvent, type ReplyFrame } from '../reply.js';
import { Choice } from './choice.js';
import { readServedTier } from '../service-tier.js';
import { guardPieces } from '../guard-pieces.js';
import { findUsage, readUsage } from './read-usage.js';

/** A buffered `chat.completion` as one frame, which ends in `done` or `error` like a stream. */
export function readChatAnswer(document: JsonDocument): ReplyFrame {
  const { root } = document;
  const events: ReplyEvent[] = [];
  const error = readErrorBody(root);
  const choices = itemsOf(member(root, 'choices'));
  guardPieces(document, choices);
  if (!error) {
    events.push({ type: 'start', id: stringOf(member(root, 'id')) ?? '' });
    choices.forEach((choice, index) => readChoice(choice, index, events));
  }
  const usage = readUsage(findUsage(root));
  const tier = readServedTier(member(root, 'service_tier'));
  events.push(...usageEvents(usage, tier));
  events.push(error ? errorEvent(error) : { type: 'done' });
  return { document, edits: [], events };
}

function readChoice(node: JsonNode, place: number, events: ReplyEvent[]): void {
  const choice = new Choice(numberOf(member(node, 'index')) ?? place);
  const message = member(node, 'message');
  if (message) choice.readTexts(message, events);
  const calls = itemsOf(member(message, 'tool_calls'));
  calls.forEach((call, position) => choice.readToolCall(call, position, events));
  const native = stringOf(member(node, 'finish_reason'));
  if (native !== undefined) choice.finish(native, events);
}
