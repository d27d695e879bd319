import type {
  DecisionRequest,
  OptionNames,
  TypedOption,
  TypedQuestion,
} from './decision-request.js';

/** The options of all questions as they are called now. */
export const optionNamesOf = ({ questions }: DecisionRequest): OptionNames =>
  questions.map((question) => optionsOf(question).map(({ name }) => name));

/** The question with its options called so, in their order. */
export function named(question: TypedQuestion, names: readonly string[]): TypedQuestion {
  switch (question.type) {
    case 'noul':
      return question;
    case 'choice':
      return { ...question, options: called(question.options, names) };
    case 'score':
      return { ...question, levels: called(question.levels, names) };
  }
}

const called = (
  options: readonly TypedOption[],
  names: readonly string[],
): readonly TypedOption[] =>
  options.map((option, at) => ({ ...option, name: names[at] ?? option.name }));

/** Options or levels; a noul has none. */
export function optionsOf(question: TypedQuestion): readonly TypedOption[] {
  if (question.type === 'noul') return [];
  return question.type === 'choice' ? question.options : question.levels;
}
