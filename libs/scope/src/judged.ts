/** What a judge is shown: all that a caller says, each by who says it. Empty where nobody does. */
export interface Judged {
  /** The last turn of the user; where nobody speaks as one, what stands for it. */
  readonly request: string;
  /** Turns of the user before it. */
  readonly earlier: string;
  readonly system: string;
  /** What tools gave. */
  readonly results: string;
  readonly assistant: string;
  /** Tools, and how the answer is to be made. */
  readonly setup: string;
}
