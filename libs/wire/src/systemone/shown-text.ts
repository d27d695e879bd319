import type { TypedOption, TypedQuestion } from './decision-request.js';

/** Marks that models are asked with, so that nobody else may set them. */
const MARKS = /[[\]()`]/g;

/** A text of a question as a model reads it. */
export const shownText = (text: string): string =>
  text.replaceAll(MARKS, '').replaceAll(/\s+/g, ' ').trim();

/** Characters that nothing shows, line breaks and their like included. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/gu;

/** Is there nothing that anybody could see? */
export const isUnseen = (text: string): boolean => text.replaceAll(UNSEEN, '').trim() === '';

/** What no two options may have in common: nobody could tell them apart. Marks may be hidden in wide ones. */
export const comparedText = (shown: string): string =>
  shownText(shown.normalize('NFKC').replaceAll(UNSEEN, '')).toLowerCase();

/** In characters, as a model reads them. */
export const questionsLength = (questions: readonly TypedQuestion[]): number =>
  questions.reduce((sum, question) => sum + lengthOf(question), 0);

const lengthOf = (question: TypedQuestion): number =>
  question.instructions.length + lengthOfOptions(question);

function lengthOfOptions(question: TypedQuestion): number {
  switch (question.type) {
    case 'noul': {
      const { criteria } = question;
      return criteria ? criteria.true.length + criteria.false.length : 0;
    }
    case 'choice':
      return sumOf(question.options);
    case 'score':
      return sumOf(question.levels);
  }
}

const sumOf = (options: readonly TypedOption[]): number =>
  options.reduce(
    (sum, { shown, description }) => sum + shown.length + (description?.length ?? 0),
    0,
  );
