import { TOOL_FAILED } from './in-words.js';
import type { RequestPart, ToolResultPart } from './conversation.js';

/** What a user's turn says where results of tools are messages of their own. */
export interface ApartFromResults {
  readonly results: readonly ToolResultPart[];
  /** Behind them: what tools gave beside text, and what the user says. */
  readonly said: readonly RequestPart[];
}

/** @param canShow whether the user can say it: a result has room for text alone */
export function apartFromResults(
  parts: readonly RequestPart[],
  canShow: (part: RequestPart) => boolean,
): ApartFromResults {
  const results = parts.filter((part) => part.type === 'tool_result');
  const said = parts.filter((part) => part.type !== 'tool_result');
  return { results, said: [...results.flatMap((result) => shownBy(result, canShow)), ...said] };
}

function shownBy(
  { id, parts }: ToolResultPart,
  canShow: (part: RequestPart) => boolean,
): RequestPart[] {
  const shown = parts.filter((part) => part.type !== 'text' && canShow(part));
  return shown.length > 0 ? [{ type: 'text', text: `The tool call ${id} gave:` }, ...shown] : [];
}

/** The texts of a result, and that it is one of a tool that failed. */
export function textsOfResult({ isError, parts }: ToolResultPart) {
  const texts = parts.filter((part) => part.type === 'text');
  return isError ? [TOOL_FAILED, ...texts] : texts;
}
