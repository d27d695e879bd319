import { Injectable } from '@nestjs/common';
import {
  identityBelow,
  InnerCalls,
  NO_HINTS,
  NOTHING_EXPECTED,
  ownCall,
  type CallIdentity,
  type OwnCall,
  type Principal,
  type Workload,
} from '#call';
import { Clock, failed, Ids, parseJson, runInSlices, type Cancellation } from '#kernel';
import { estimateInput } from '#wire';
import { DIMENSIONS_MAX } from './limits.js';
import { unitOf } from './search/nearest.js';

export interface EmbedOrder {
  readonly principal: Principal;
  /** `provider/model`. */
  readonly model: string;
  readonly texts: readonly string[];
  /** They are passages of a document, and nothing that a caller says. */
  readonly arePassages?: true;
  /** The `gw` of the request that they are sought for, as JSON: what is to be removed from it is removed from them. */
  readonly gw?: string | undefined;
  /** The caller's own, where this is all that it asked for; left out where nobody called. */
  readonly identity?: CallIdentity;
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
    arePassages,
    gw,
    identity,
    timeoutMs,
    ended,
  }: EmbedOrder): Promise<readonly Float32Array[]> {
    const said = gw === undefined ? {} : { gw: JSON.parse(gw) as unknown };
    const wanted = { model, input: texts.map(asText), encoding_format: 'float', ...said };
    const document = parseJson(JSON.stringify(wanted));
    const { audioBytes: _none, ...input } = await runInSlices(
      estimateInput(document, 'embeddings'),
      ended,
    );
    const order: OwnCall = {
      ...(identity ?? identityBelow(null, this.ids)),
      principal: { ...principal, workload: asEmbedder(principal.workload, model) },
      surface: 'knowledge',
      protocol: 'embeddings',
      callerGone: ended,
      operation: { kind: 'embed', protocol: 'embeddings', asBase64: false, hints: NO_HINTS },
      requestedModel: model,
      expected: { ...NOTHING_EXPECTED, ...input },
      document,
      ...(arePassages && { documentSpans: [{ start: 0, end: document.text.length }] }),
      timeoutMs,
    };
    const found = await this.inner.embed(ownCall(order, this.clock));
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
