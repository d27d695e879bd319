import { itemsOf, member, type JsonNode } from '#kernel';
import { countOf, isNoCount, splitInput } from '../counts.js';
import type { UsageEvent } from '../reply.js';
import { readGeography } from '../geography.js';
import { readServedTier, type ServiceTier } from '../service-tier.js';
import { mostUsage, NO_USAGE, sumUsage, untoldOf, type ToldUsage, type Usage } from '../usage.js';

/**
 * The usage of a message, or of an event of its stream: counts are cumulative, and an event names
 * those that have changed. Here `input_tokens` are the uncached ones alone. Where a request took several
 * passes (it was compacted, it was asked of a second model), `iterations` counts each of them: all are paid for,
 * and the counts beside it leave some of them out.
 */
export class MessagesUsage {
  private readonly counts = new Map<Counted, number>();
  private steps: Usage | undefined;
  private tier: ServiceTier | undefined;
  private geography: string | undefined;
  private readonly told = { input: false, output: false };

  /** The same for the event that begins a stream: what it says of the output is no count of an answer to come. */
  begin(node: JsonNode | undefined): UsageEvent | undefined {
    const event = this.add(node);
    if (!event) return undefined;
    this.told.output = false;
    return { ...event, ...untoldOf(this.told) };
  }

  /** What is known by now; undefined when the node counts nothing. */
  add(node: JsonNode | undefined): UsageEvent | undefined {
    const counted = this.addCounts(node);
    const steps = itemsOf(member(node, 'iterations')).map((step) =>
      new MessagesUsage().addCounts(step),
    );
    const told = steps.filter((step) => step !== undefined);
    if (told.length > 0) {
      this.steps = mostUsage(this.steps ?? null, sumUsage(told.map((step) => step.usage)));
      this.told.input ||= told.every((step) => !step.untold?.input);
      this.told.output ||= told.every((step) => !step.untold?.output);
    }
    if (!counted) return undefined;
    const { usage } = counted;
    const billed = this.steps && mostUsage(usage, this.steps);
    this.tier =
      readServedTier(member(node, 'speed')) === 'fast'
        ? 'fast'
        : (readServedTier(member(node, 'service_tier')) ?? this.tier);
    this.geography = readGeography(member(node, 'inference_geo')) ?? this.geography;
    const { tier, geography } = this;
    const served = { ...(tier && { tier }), ...(geography && { geography }) };
    const untold = untoldOf(this.told);
    return {
      type: 'usage',
      usage,
      ...(billed && { billed }),
      ...untold,
      ...served,
      isWholeFrame: false,
    };
  }

  private addCounts(node: JsonNode | undefined): ToldUsage | undefined {
    if (node?.kind !== 'object') return undefined;
    const places = placesOf(node);
    if (COUNTED.some((name) => isNoCount(places[name]))) return undefined;
    let hasCounted = false;
    for (const name of COUNTED) {
      const count = countOf(places[name]);
      if (count === undefined) continue;
      this.counts.set(name, count);
      hasCounted = true;
    }
    this.told.input ||= countOf(places.input) !== undefined;
    this.told.output ||= countOf(places.output) !== undefined;
    return hasCounted ? { usage: this.total(), ...untoldOf(this.told) } : undefined;
  }

  private total(): Usage {
    const of = (name: Counted) => this.counts.get(name) ?? 0;
    const written = Math.max(of('write'), of('write5m') + of('write1h'));
    const output = of('output');
    return {
      ...NO_USAGE,
      ...splitInput(of('input') + of('read') + written, of('read'), written, of('write1h')),
      outputTotal: output,
      reasoning: Math.min(output, of('thinking')),
    };
  }
}

const COUNTED = ['input', 'read', 'write', 'write5m', 'write1h', 'output', 'thinking'] as const;
type Counted = (typeof COUNTED)[number];

function placesOf(usage: JsonNode): Record<Counted, JsonNode | undefined> {
  const written = member(usage, 'cache_creation');
  return {
    input: member(usage, 'input_tokens'),
    read: member(usage, 'cache_read_input_tokens'),
    write: member(usage, 'cache_creation_input_tokens'),
    write5m: member(written, 'ephemeral_5m_input_tokens'),
    write1h: member(written, 'ephemeral_1h_input_tokens'),
    output: member(usage, 'output_tokens'),
    thinking: member(member(usage, 'output_tokens_details'), 'thinking_tokens'),
  };
}
