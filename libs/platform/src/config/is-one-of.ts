import { IsIn } from 'class-validator';
import { didYouMean } from '#kernel';

/** One of a few words. What nearly is one of them is answered with the one that was meant. */
export const IsOneOf = (...words: readonly string[]): PropertyDecorator =>
  IsIn(words, {
    message: ({ property, value }) =>
      `${property} must be one of ${words.join(', ')}${didYouMean(String(value), words)}`,
  });
