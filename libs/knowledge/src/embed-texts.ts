import { Injectable } from '@nestjs/common';
import {
  InnerCalls,
  NO_HINTS,
  NOTHING_EXPECTED,
  type Arrival,
  type Principal,
  type Workload,
} from '#call';
import { ByteLease, Clock, failed, Ids, parseJson, runInSlices, type Cancellation } from '#kernel';
import { estimateInput } from '#wire';
import { DIMENSIONS_MAX } from './limits.js';
import { unitOf } from './search/nearest.js';

export interface EmbedOrder {
  readonly principal: Principal;
  /** `provider/model`. */
  readonly model: string;
  readonly texts: readonly string[];
  /** Its id is the caller's own; left out where nobody called. */
  readonly arrival?: Pick<Arrival, 'callId' | 'pathTemplate' | 'memory' | 'trace'>;
  readonly timeoutMs: number;
  readonly ended: Cancellation;
}

/** Has texts embedded by calls as every call is: inspected, routed, sealed and metered. */
@Injectable()
export class EmbedTexts {
  constructor(
    private readonly inner: InnerCalls,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns a vector of length 1 for each text
   * @throws GatewayError as any call does; vectors_unusable
   */
  async run({
    principal,
    model,
    texts,
    arrival,
    timeoutMs,
    ended,
  }: EmbedOrder): Promise<readonly Float32Array[]> {
    const wanted = { model, input: texts.map(asText), encoding_format: 'float' };
    const document = parseJson(JSON.stringify(wanted));
    const { audioBytes: _none, ...input } = await runInSlices(
      estimateInput(document, 'embeddings'),
      ended,
    );
    const found = await this.inner.embed({
      callId: arrival?.callId ?? this.ids.callId(),
      parentId: null,
      receivedAtMs: this.clock.nowMs(),
      startedMs: this.clock.monotonicMs(),
      principal: { ...principal, workload: asEmbedder(principal.workload, model) },
      surface: 'knowledge',
      pathTemplate: arrival?.pathTemplate ?? null,
      protocol: 'embeddings',
      callerGone: ended,
      memory: arrival?.memory ?? new ByteLease(),
      trace: arrival?.trace,
      operation: { kind: 'embed', protocol: 'embeddings', asBase64: false, hints: NO_HINTS },
      requestedModel: model,
      isStreaming: false,
      wantsUsage: true,
      endUser: null,
      showsThinking: false,
      expected: { ...NOTHING_EXPECTED, ...input },
      body: { kind: 'json', document },
      timeoutMs,
    });
    const units = found?.map(unitOf) ?? [];
    const [first] = units;
    const isUsable = (unit: Float32Array | undefined) =>
      unit !== undefined && unit.length === first?.length && unit.length <= DIMENSIONS_MAX;
    if (units.length !== texts.length || !units.every(isUsable)) throw failed('vectors_unusable');
    return units as Float32Array[];
  }
}

/** No provider takes none, and JSON no half of a character. */
const asText = (text: string): string => (text === '' ? ' ' : text.toWellFormed());

/** Who may search a store may have its model embed what is sought; and a scope is for what models answer. */
const asEmbedder = (workload: Workload, model: string): Workload => ({
  ...workload,
  allowedModels: [model],
  scope: null,
});
