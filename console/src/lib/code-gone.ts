/** In the words of each browser, and of what fetches styles. */
const UNFETCHED =
  /dynamically imported module|Importing a module script failed|Unable to preload CSS/;

/** A part of the Console could not be fetched: another release has replaced it since it was opened, or nobody answers. */
export const isCodeGone = (error: unknown): boolean =>
  error instanceof Error && UNFETCHED.test(error.message);
