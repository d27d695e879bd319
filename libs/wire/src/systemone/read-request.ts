import {
  isNull,
  member,
  refuse,
  type Edit,
  type ErrorKey,
  type JsonDocument,
  type JsonNode,
} from '#kernel';
import { isAbsent, readModel, rootOf } from '../check-request.js';
import type {
  DecisionKind,
  DecisionRequest,
  OptionNames,
  RouterRequest,
} from './decision-request.js';
import {
  QUESTIONS_BYTES_MAX,
  QUESTIONS_TOKENS_MAX,
  STATE_BYTES_MAX,
  tokensOf,
  WORDS_MAX,
} from './limits.js';
import { readQuestions } from './read-questions.js';
import { readSegments, segmentsLength } from './read-segments.js';
import { named } from './option-names.js';
import { ROUTER_QUESTIONS } from './router-questions.js';
import { isUnseen, questionsLength } from './shown-text.js';
import { valueWords } from './value-text.js';

/** The model as the caller wrote it. @throws model_missing, field_invalid */
export const readDecisionModel = (document: JsonDocument): string =>
  readModel(rootOf(document)).value;

export interface CheckedDecision {
  readonly decision: DecisionRequest;
  /** What has to be done to the document before data protection looks at it, so that it sees what is shown. */
  readonly edits: readonly Edit[];
}

/**
 * The request as its caller wrote it, within the bounds that hold before data protection makes it longer.
 * @throws state_too_large, questions_too_large, questions_too_long, and all that `readDecision` throws
 */
export function checkDecision(document: JsonDocument, kind: DecisionKind): CheckedDecision {
  const { text, root } = document;
  const [state, questions] = [member(root, 'state'), member(root, 'questions')];
  refuseLarger(text, state, STATE_BYTES_MAX, 'state_too_large');
  if (kind === 'questions') {
    refuseLarger(text, questions, QUESTIONS_BYTES_MAX, 'questions_too_large');
  }
  const { decision, edits } = readAsked(document, kind);
  const tokens = tokensOf(questionsLength(decision.questions));
  if (decision.kind === 'questions' && tokens > QUESTIONS_TOKENS_MAX) {
    throw refuse('questions_too_long', {
      param: 'questions',
      message: `questions has about ${tokens} tokens, and a model reads ${QUESTIONS_TOKENS_MAX} of them. Ask fewer questions, or in fewer words.`,
    });
  }
  return { decision, edits };
}

/**
 * The request as a model is asked, whatever its size: of a body that data protection let through.
 * @param names of the options as the caller wrote them; without them they are called what they are shown as
 * @throws state_invalid, questions_missing, questions_invalid, questions_forbidden, options_collide
 */
export function readDecision(
  document: JsonDocument,
  kind: DecisionKind,
  names: OptionNames = [],
): DecisionRequest {
  const { decision } = readAsked(document, kind);
  if (decision.kind === 'router') return decision;
  const questions = decision.questions.map((question, at) => named(question, names[at] ?? []));
  return { ...decision, questions };
}

function readAsked(document: JsonDocument, kind: DecisionKind): CheckedDecision {
  const root = rootOf(document);
  const state = member(root, 'state');
  const questions = member(root, 'questions');
  if (kind === 'router') {
    if (questions) throw refuse('questions_forbidden', { param: 'questions' });
    return { decision: readRouterRequest(state), edits: [] };
  }
  return readQuestionsRequest(document, state, questions);
}

function readRouterRequest(state: JsonNode | undefined): RouterRequest {
  const segments = readSegments(state);
  const tokens = tokensOf(segmentsLength(segments));
  return { kind: 'router', segments, questions: ROUTER_QUESTIONS, tokens };
}

function readQuestionsRequest(
  document: JsonDocument,
  state: JsonNode | undefined,
  asked: JsonNode | undefined,
): CheckedDecision {
  if (!state || isNull(state)) throw refuse('state_invalid', { param: 'state' });
  if (state.kind === 'scalar') {
    throw refuse('state_invalid', {
      param: 'state',
      message: 'state must be a text, an object or a list.',
    });
  }
  const { text } = valueWords(state, document.text, WORDS_MAX);
  if (isUnseen(text)) {
    throw refuse('state_invalid', { param: 'state', message: 'state must not be empty.' });
  }
  if (!asked || isAbsent(asked)) throw refuse('questions_missing', { param: 'questions' });
  const { edits, ...read } = readQuestions(document, asked);
  const tokens = tokensOf(text.length + questionsLength(read.questions));
  return { decision: { kind: 'questions', state: text, ...read, tokens }, edits };
}

/** In bytes of UTF-8, as the caller wrote it. @throws the error of the given key */
function refuseLarger(
  source: string,
  node: JsonNode | undefined,
  bytesMax: number,
  key: Extract<ErrorKey, 'state_too_large' | 'questions_too_large'>,
): void {
  if (!node) return;
  const { start, end } = node;
  const param = key === 'state_too_large' ? 'state' : 'questions';
  // No character takes less than a byte, so nothing long is looked at.
  if (end - start > bytesMax || Buffer.byteLength(source.slice(start, end)) > bytesMax) {
    throw refuse(key, { param });
  }
}
