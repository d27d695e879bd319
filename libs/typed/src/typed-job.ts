import type { QuestionJob, TypedJob } from '#local-models';
import type { QuestionsRequest, TypedOption, TypedQuestion } from '#wire';

/** What a typed model is shown of a request. */
export const jobOf = ({ state, questions }: QuestionsRequest): TypedJob => ({
  state,
  questions: questions.map((question): QuestionJob => {
    const { type, instructions } = question;
    return { type, instructions, options: optionsOf(question) };
  }),
});

/** What a read costs: each option of each question is read by itself. */
export const rowsOf = ({ questions }: QuestionsRequest): number =>
  questions.reduce((sum, question) => sum + Math.max(1, optionsOf(question).length), 0);

function optionsOf(question: TypedQuestion): readonly string[] {
  switch (question.type) {
    case 'noul':
      return question.criteria ? [question.criteria.true, question.criteria.false] : [];
    case 'choice':
      return question.options.map(shownOption);
    case 'score':
      return question.levels.map(shownOption);
  }
}

const shownOption = ({ shown, description }: TypedOption): string =>
  description === null ? shown : `${shown}: ${description}`;
