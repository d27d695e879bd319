import type { JsonArray, JsonNode, JsonObject, JsonScalar, JsonString } from '#kernel';
import { partOf, type Part } from './neighbours.js';
import { isReference, isSealed, type FileForm, type Place, type Unreadable } from './place.js';

/** What a walk over a request meets, in the order of the text. */
export interface RequestVisitor {
  /** @param name key of the caller's own member that it stands in, if it does */
  text(node: JsonString, part?: Part, name?: string): void;
  /** It has the form that its place demands, and cannot be replaced without breaking the call. */
  fixed(node: JsonString): void;
  /** @param isSetting of the format, so that nothing but a number may stand there */
  number(node: JsonScalar, isSetting: boolean, name?: string): void;
  /** A key of the caller's own. @param isDefined it names what the format says is defined by it, such as an argument of a tool */
  key(object: JsonObject, index: number, isDefined: boolean): void;
  /** One token of a text that stands as a list of them. */
  token(node: JsonScalar): void;
  file(node: JsonString, kind: Unreadable, form: FileForm): void;
  /** @param bytes that only the provider understands; what they mean passes unread */
  sealed(node: JsonString, bytes: string): void;
  /** @param text what a model thought, under its signature */
  signed(node: JsonString, text: string, unit: SignedUnit | undefined, part?: Part): void;
}

/** What a signed text can only be removed with. */
export interface SignedUnit {
  readonly item: JsonObject;
  readonly list: JsonArray;
  /** JSON for the list if nothing else is left in it; may be empty. */
  readonly standIn: string;
}

interface Frame {
  readonly node: JsonNode;
  readonly place: Place | undefined;
  at: number;
}

const PACKED_PART: Part = { kind: 'thinking', list: null };

/** A walk that can rest: a body of many nodes must not make all other calls wait. */
export class RequestWalk {
  private readonly stack: Frame[] = [];

  constructor(
    root: JsonNode,
    place: Place,
    private readonly visitor: RequestVisitor,
  ) {
    this.enter(root, place);
  }

  /** @returns whether everything was visited */
  run(nodesMax: number): boolean {
    let left = nodesMax;
    for (let frame = this.stack.at(-1); frame; frame = this.stack.at(-1)) {
      if (left-- <= 0) return false;
      this.step(frame);
    }
    return true;
  }

  private step(frame: Frame): void {
    const { node, place } = frame;
    const index = frame.at++;
    if (node.kind === 'array') {
      const item = node.items[index];
      if (item) this.enter(item, place?.items);
      else this.stack.pop();
    } else if (node.kind === 'object') {
      const value = node.values[index];
      if (value) this.member(node, index, value, place);
      else this.stack.pop();
    }
  }

  private member(
    object: JsonObject,
    index: number,
    value: JsonNode,
    place: Place | undefined,
  ): void {
    const named = place?.members?.get(object.keys[index] as string);
    if (named?.isDropped) return;
    if (!named) this.visitor.key(object, index, place?.rest !== undefined);
    this.enter(value, named ?? place?.rest);
  }

  private enter(node: JsonNode, place: Place | undefined): void {
    switch (node.kind) {
      case 'string':
        return this.string(node, place);
      case 'scalar':
        if (typeof node.value !== 'number') return;
        if (place?.isTokens) this.visitor.token(node);
        else this.visitor.number(node, place !== undefined, place ? undefined : this.name());
        return;
      case 'object': {
        this.stack.push({ node, place: place?.pick ? place.pick(node) : place, at: 0 });
        return;
      }
      case 'array':
        this.stack.push({ node, place, at: 0 });
    }
  }

  private part(): Part | undefined {
    const frame = this.stack.at(-1);
    if (frame?.node.kind !== 'object') return undefined;
    return partOf(frame.node.keys[frame.at - 1], frame.node, this.stack.at(-2)?.node);
  }

  /** Of the nearest member around, which the items of a list share. */
  private name(): string | undefined {
    const frame = this.stack.findLast(({ node }) => node.kind === 'object');
    return frame?.node.kind === 'object' ? frame.node.keys[frame.at - 1] : undefined;
  }

  private unit(): SignedUnit | undefined {
    const at = this.stack.findLastIndex(({ place }) => place?.unit !== undefined);
    const item = this.stack[at]?.node;
    const list = this.stack[at - 1]?.node;
    const standIn = this.stack[at]?.place?.unit?.standIn ?? '';
    return item?.kind === 'object' && list?.kind === 'array' ? { item, list, standIn } : undefined;
  }

  private string(node: JsonString, place: Place | undefined): void {
    if (!place) return this.visitor.text(node, this.part(), this.name());
    if (place.isModel || place.words?.has(node.value)) return;
    if (place.file) return this.visitor.file(node, place.file.kind, place.file.form);
    if (place.isReference && isReference(node.value)) return this.visitor.fixed(node);
    if (place.isSigned) return this.visitor.signed(node, node.value, this.unit(), this.part());
    if (place.isSealed && isSealed(node.value)) return this.sealed(node, place);
    this.visitor.text(node, this.part());
  }

  private sealed(node: JsonString, place: Place): void {
    const packed = place.unpack?.(node.value);
    if (packed) this.visitor.signed(node, packed.text, this.unit(), PACKED_PART);
    const bytes = packed ? packed.bytes : node.value;
    if (bytes !== '') this.visitor.sealed(node, bytes);
  }
}
