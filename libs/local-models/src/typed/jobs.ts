/** What a model of this kind is asked. */
export type TypedKind = 'router' | 'typed';

/** A request that a router reads; empty where there is nothing. */
export interface RouterJob {
  readonly request: string;
  /** As `name (mime)`. */
  readonly attachments: readonly string[];
  readonly previous: string;
  readonly system: string;
}

/** Calibrated probabilities, in the order of the labels of the specification. */
export interface RouterResult {
  readonly task: readonly number[];
  readonly reasoning: number;
  readonly complexity: readonly number[];
}

export interface TypedJob {
  readonly state: string;
  readonly questions: readonly QuestionJob[];
}

export interface QuestionJob {
  readonly type: 'noul' | 'choice' | 'score';
  readonly instructions: string;
  /** With their descriptions, as a model reads them. Of a noul what true and what false means, or none. */
  readonly options: readonly string[];
}

export interface QuestionResult {
  /** Of each option, which add up to 1; of a noul, the one that it is so. */
  readonly probabilities: readonly number[];
  /** The calibrated probability that the likeliest is right; null where nobody has measured it. */
  readonly answerConfidence: number | null;
}

/** A model that was checked and loaded. Its runs block whoever calls, and reject where a logit is no number. */
export interface TypedModel<Job, Result> {
  read(job: Job): Promise<Result>;
}
