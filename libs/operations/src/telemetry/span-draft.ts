export type AttributeValue = string | number | boolean | readonly string[];

/** Left out where there is nothing to say. */
export type Attributes = Readonly<Record<string, AttributeValue | null | undefined>>;

/** A span before any library knows it. */
export interface SpanDraft {
  readonly name: string;
  readonly kind: 'server' | 'client' | 'internal';
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | null;
  /** Milliseconds since the epoch, with fractions. */
  readonly startMs: number;
  readonly endMs: number;
  readonly hasFailed: boolean;
  readonly attributes: Attributes;
}
