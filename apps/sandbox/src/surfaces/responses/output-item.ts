/** One item of a response's output, as the Responses format spells it. */
export type OutputItem =
  | {
      readonly type: 'reasoning';
      readonly id: string;
      readonly summary: readonly { readonly type: 'summary_text'; readonly text: string }[];
    }
  | {
      readonly type: 'message';
      readonly id: string;
      readonly role: 'assistant';
      readonly status: string;
      readonly content: readonly OutputText[];
    }
  | {
      readonly type: 'function_call';
      readonly id: string;
      readonly call_id: string;
      readonly name: string;
      readonly arguments: string;
      readonly status: string;
    };

export interface OutputText {
  readonly type: 'output_text';
  readonly text: string;
  readonly annotations: readonly never[];
  readonly logprobs: readonly never[];
}
