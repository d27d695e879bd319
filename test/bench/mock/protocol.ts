/** Between the harness and the mock upstream; every question is answered with the counters. */
export type MockQuestion =
  | { readonly kind: 'counters' }
  /** Of every answer but those of `slow` and `echo`. */
  | { readonly kind: 'frames'; readonly frames: number }
  | { readonly kind: 'slow-frames'; readonly frames: number; readonly frameMs: number };

export type MockAnswer =
  | { readonly kind: 'ready'; readonly port: number }
  | {
      readonly kind: 'counters';
      readonly requests: number;
      /** Requests that held a value which data protection has to keep back. */
      readonly leaks: number;
    };
