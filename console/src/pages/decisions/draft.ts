import { isRecord } from '../../lib/is-record';

export const QUESTION_TYPES = ['noul', 'choice', 'score'] as const;
export type QuestionType = (typeof QUESTION_TYPES)[number];

/** As the API has it. */
export const QUESTIONS_MAX = 16;
export const OPTIONS_MIN = 2;
export const OPTIONS_MAX = 20;

export interface OptionDraft {
  readonly name: string;
  readonly description: string;
}

/** A question as it is typed. What its type has no use for is kept, for whoever changes the type back. */
export interface QuestionDraft {
  readonly name: string;
  readonly type: QuestionType;
  readonly instructions: string;
  /** What true and what false means; both or neither. */
  readonly yes: string;
  readonly no: string;
  /** Of a choice in any order, levels of a score from the lowest on. */
  readonly options: readonly OptionDraft[];
}

/** What a router reads, as it is typed. */
export interface RequestDraft {
  readonly request: string;
  readonly previous: string;
  readonly system: string;
  /** One on each line. */
  readonly attachments: string;
}

export interface Draft {
  /** A text, or JSON of an object or a list. */
  readonly state: string;
  readonly questions: readonly QuestionDraft[];
  readonly request: RequestDraft;
}

export const NO_OPTION: OptionDraft = { name: '', description: '' };

export const NO_QUESTION: QuestionDraft = {
  name: '',
  type: 'choice',
  instructions: '',
  yes: '',
  no: '',
  options: [NO_OPTION, NO_OPTION],
};

export const NO_REQUEST: RequestDraft = { request: '', previous: '', system: '', attachments: '' };

export const NO_DRAFT: Draft = { state: '', questions: [NO_QUESTION], request: NO_REQUEST };

/** Brings its own questions, and reads a request in its parts. */
export const ROUTER = 'gw/typed/router';

/** The body of a typed decision. What is faulty in it is told by the API. */
export function decisionRequest(model: string, draft: Draft): object {
  if (model === ROUTER) return { model, state: stateOfRequest(draft.request) };
  const questions = draft.questions.map((one, index) => [nameOf(one, index), questionOf(one)]);
  return { model, state: stateOf(draft.state), questions: Object.fromEntries(questions) as object };
}

/** By which it is answered. */
export const nameOf = ({ name }: QuestionDraft, index: number): string =>
  name.trim() || `q${index + 1}`;

/** Names that two questions have: their answers could not be told apart. */
export function sharedNames(questions: readonly QuestionDraft[]): ReadonlySet<string> {
  const names = questions.map(nameOf);
  return new Set(names.filter((name, index) => names.indexOf(name) !== index));
}

/** What is no JSON of an object or a list is a text. */
export function stateOf(typed: string): unknown {
  try {
    const value: unknown = JSON.parse(typed);
    if (isRecord(value) || Array.isArray(value)) return value;
  } catch {
    // A text.
  }
  return typed;
}

function stateOfRequest({ request, previous, system, attachments }: RequestDraft): object {
  const named = attachments.split('\n').filter((line) => line.trim() !== '');
  return {
    request,
    ...(previous.trim() && { previous }),
    ...(system.trim() && { system }),
    ...(named.length > 0 && { attachments: named }),
  };
}

function questionOf({ type, instructions, yes, no, options }: QuestionDraft): object {
  const asked = { type, instructions };
  if (type === 'noul') {
    return yes.trim() || no.trim() ? { ...asked, criteria: { true: yes, false: no } } : asked;
  }
  if (type === 'score') return { ...asked, levels: options.map(({ name }) => name) };
  const told = options.map(({ name, description }) =>
    description.trim() ? { name, description } : name,
  );
  return { ...asked, options: told };
}
