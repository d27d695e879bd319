import type { JsonDocument } from '#kernel';
import { rootOf } from '../check-request.js';
import type { QuestionsRequest, TypedOption, TypedQuestion } from './decision-request.js';
import { writeMembers, type Members } from './write-members.js';

/**
 * A request as every server of the format takes it: questions by name, with `criteria`. The state and what else
 * the caller says stay as they are. @param model the provider's own id
 */
export function writeSystemOne(
  document: JsonDocument,
  { questions }: QuestionsRequest,
  model: string,
): string {
  const { keys, values } = rootOf(document);
  return writeMembers(
    keys.map((key, at) => {
      if (key === 'model') return [key, JSON.stringify(model)];
      if (key === 'questions') return [key, writeQuestions(questions)];
      const value = values[at];
      return [key, document.text.slice(value?.start, value?.end)];
    }),
  );
}

const writeQuestions = (questions: readonly TypedQuestion[]): string =>
  writeMembers(
    questions.map((question, at) => [
      askedName(question, at),
      writeMembers([
        ['type', JSON.stringify(question.type)],
        ['instructions', JSON.stringify(question.instructions)],
        ...criteriaOf(question),
      ]),
    ]),
  );

/** What a provider knows a question by: one of a list may have no name. */
export const askedName = ({ name }: TypedQuestion, at: number): string =>
  name ?? `question_${at + 1}`;

function criteriaOf(question: TypedQuestion): Members {
  switch (question.type) {
    case 'noul':
      return question.criteria ? [['criteria', JSON.stringify(question.criteria)]] : [];
    case 'choice':
      return [['criteria', writeMembers(question.options.map(describedOption))]];
    case 'score':
      return [['criteria', JSON.stringify(question.levels.map(({ shown }) => shown))]];
  }
}

const describedOption = ({ shown, description }: TypedOption) =>
  [shown, JSON.stringify(description)] as const;
