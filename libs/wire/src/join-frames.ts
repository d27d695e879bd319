import type { Part, ReplyEvent, ReplyFrame, UsageEvent } from './reply.js';

/**
 * The answers to the parts of one call as one answer, in their order: choices are counted through. It has
 * no payload of its own.
 *
 * @param usage of all of them, where anybody told it
 */
export function joinFrames(
  frames: readonly ReplyFrame[],
  usage: UsageEvent | undefined,
): ReplyFrame {
  const events: ReplyEvent[] = [];
  let choices = 0;
  for (const frame of frames) {
    const moved = new MovedChoices(choices);
    for (const event of frame.events) {
      const next = moved.event(event);
      if (next) events.push(next);
    }
    choices += moved.count;
  }
  if (usage) events.push(usage);
  events.push({ type: 'done' });
  const vectors = frames.flatMap((frame) => frame.vectors ?? []);
  const pictures = frames.flatMap((frame) => frame.pictures ?? []);
  return {
    document: null,
    edits: [],
    events,
    ...(vectors.length > 0 && { vectors }),
    ...(pictures.length > 0 && { pictures }),
  };
}

/** The choices of one answer behind those of others. */
class MovedChoices {
  count = 0;
  private readonly parts = new Map<Part, Part>();

  constructor(private readonly by: number) {}

  /** Undefined for what is said once of the whole. */
  event(event: ReplyEvent): ReplyEvent | undefined {
    switch (event.type) {
      case 'start':
      case 'usage':
      case 'done':
        return undefined;
      case 'error':
        return event;
      case 'finish':
      case 'opaque':
        return { ...event, choice: this.move(event.choice) };
      case 'part_start':
      case 'text':
      case 'args':
      case 'signature':
      case 'citation':
      case 'part_end':
        return { ...event, part: this.partOf(event.part) };
    }
  }

  private move(choice: number): number {
    this.count = Math.max(this.count, choice + 1);
    return choice + this.by;
  }

  private partOf(part: Part): Part {
    let moved = this.parts.get(part);
    if (!moved) this.parts.set(part, (moved = { ...part, choice: this.move(part.choice) }));
    return moved;
  }
}
