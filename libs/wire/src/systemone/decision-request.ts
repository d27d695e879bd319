/**
 * What a typed model is asked: a state and questions of three types. Names and options stand as the caller
 * wrote them, since answers say them again; what is shown to a model stands beside them.
 */
export type DecisionRequest = RouterRequest | QuestionsRequest;

/** What a request is read for: a router brings its own questions, any other model is asked the caller's. */
export type DecisionKind = DecisionRequest['kind'];

export interface RouterRequest {
  readonly kind: 'router';
  readonly segments: RouterSegments;
  /** Those that every router answers. */
  readonly questions: readonly TypedQuestion[];
  /** Estimated of what is shown. */
  readonly tokens: number;
}

export interface QuestionsRequest {
  readonly kind: 'questions';
  /** As text, cut to the words that a model reads. */
  readonly state: string;
  /** In the caller's order. */
  readonly questions: readonly TypedQuestion[];
  /** They came as a list, and so do their answers. */
  readonly isList: boolean;
  /** Estimated of what is shown. */
  readonly tokens: number;
}

/** A request to be routed, cut to the words that a router reads; empty where there is nothing. */
export interface RouterSegments {
  readonly request: string;
  /** As `name (mime)`. */
  readonly attachments: readonly string[];
  /** The end of the turn before. */
  readonly previous: string;
  /** How the instructions of the system begin. */
  readonly system: string;
}

export type TypedQuestion = NoulQuestion | ChoiceQuestion | ScoreQuestion;

interface Asked {
  /** The key of a map; in a list what an item calls itself, if it does. */
  readonly name: string | null;
  /** Of an item of a list, given back with its answer. */
  readonly id: string | number | null;
  /** As shown. */
  readonly instructions: string;
}

/** Whether something is so. */
export interface NoulQuestion extends Asked {
  readonly type: 'noul';
  /** What each of both means, as shown. */
  readonly criteria: { readonly true: string; readonly false: string } | null;
}

/** Which of several is so. */
export interface ChoiceQuestion extends Asked {
  readonly type: 'choice';
  /** In the caller's order; an answer may not depend on it. */
  readonly options: readonly TypedOption[];
}

/** How far something is so. */
export interface ScoreQuestion extends Asked {
  readonly type: 'score';
  /** The lowest first. */
  readonly levels: readonly TypedOption[];
}

/** Of each question, in their order, the options or levels as the caller wrote them. */
export type OptionNames = readonly (readonly string[])[];

export interface TypedOption {
  /** As the caller wrote it. */
  readonly name: string;
  /** The same as shown. */
  readonly shown: string;
  /** More of it, as shown. */
  readonly description: string | null;
}
