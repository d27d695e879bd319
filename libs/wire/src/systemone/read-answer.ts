import {
  member,
  numberOf,
  objectOf,
  parseJson,
  stringOf,
  type JsonDocument,
  type JsonNode,
  type JsonObject,
} from '#kernel';
import { errorEvent, MALFORMED } from '../errors/error-event.js';
import { readErrorBody } from '../errors/read-error-body.js';
import { nativeUsageEvents } from '../native/read-usage.js';
import type { ReplyFrame } from '../reply.js';
import type { QuestionsRequest, TypedQuestion } from './decision-request.js';
import { optionsOf } from './option-names.js';
import { writeAnswers } from './write-answers.js';
import { writeMembers, type Members } from './write-members.js';
import { askedName } from './write-request.js';

/**
 * A provider's answer, told as its caller asked: in the form of its questions, with options as it wrote them.
 * What else the provider says stays as it is.
 */
export function readDecisionAnswer(document: JsonDocument, request: QuestionsRequest): ReplyFrame {
  const { root, text } = document;
  const error = readErrorBody(root);
  if (error) return { document, edits: [], events: [errorEvent(error)] };
  const answers = objectOf(member(root, 'answers'));
  const told = request.questions.map((question, at) =>
    retold(question, objectOf(member(answers, askedName(question, at))), text),
  );
  if (root.kind !== 'object' || told.every((answer) => answer === undefined)) {
    return { document: null, edits: [], events: [NO_ANSWERS] };
  }
  const json = writeMembers(
    root.keys.map((key, at) =>
      key === 'answers' ? [key, writeAnswers(request, told)] : [key, textOf(root.values[at], text)],
    ),
  );
  return {
    document: parseJson(json),
    edits: [],
    events: [...nativeUsageEvents(document), { type: 'done' }],
  };
}

const NO_ANSWERS = { ...MALFORMED, message: 'The provider answered none of the questions.' };

/** Undefined where it is no answer to this question. */
function retold(
  question: TypedQuestion,
  answer: JsonObject | undefined,
  source: string,
): Members | undefined {
  if (!answer || stringOf(member(answer, 'type')) !== question.type) return undefined;
  const options = optionsOf(question);
  const names = new Map(options.map(({ shown, name }) => [shown, name]));
  const nameOf = (shown: string): string => names.get(shown) ?? shown;
  const members = answer.keys.map((key, at) => {
    const value = answer.values[at] as JsonNode;
    const json = NAMING.get(key)?.(value, nameOf, source) ?? textOf(value, source);
    return [key, json] as const;
  });
  return [...members, ...confidenceOf(answer)];
}

type Naming = (
  value: JsonNode,
  nameOf: (shown: string) => string,
  source: string,
) => string | undefined;

/** Members that say options again. */
const NAMING: ReadonlyMap<string, Naming> = new Map<string, Naming>([
  [
    'choice',
    (value, nameOf) => (value.kind === 'string' ? JSON.stringify(nameOf(value.value)) : undefined),
  ],
  [
    'probabilities',
    (value, nameOf, source) =>
      value.kind === 'object'
        ? writeMembers(value.keys.map((key, at) => [nameOf(key), textOf(value.values[at], source)]))
        : undefined,
  ],
  [
    'legend',
    (value, nameOf, source) =>
      value.kind === 'object'
        ? writeMembers(
            value.keys.map((key, at) => {
              const level = stringOf(value.values[at]);
              return [
                key,
                level === undefined
                  ? textOf(value.values[at], source)
                  : JSON.stringify(nameOf(level)),
              ];
            }),
          )
        : undefined,
  ],
]);

/** A noul says how sure it is by itself, and not every provider says so once more. */
function confidenceOf(answer: JsonObject): Members {
  const yes = numberOf(member(answer, 'noul'));
  if (yes === undefined || member(answer, 'confidence')) return [];
  return [['confidence', `${Math.round(Math.abs(2 * yes - 1) * 10_000) / 10_000}`]];
}

const textOf = (node: JsonNode | undefined, source: string): string =>
  source.slice(node?.start, node?.end);
