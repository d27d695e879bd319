import { createHash } from 'node:crypto';
import type { Unjudged } from '#call';
import {
  textPieces,
  type JsonNode,
  type JsonObject,
  type JsonScalar,
  type JsonString,
  type Steps,
} from '#kernel';
import type { Place, RequestVisitor, Unreadable } from '#wire';
import { Excerpt } from './excerpt.js';
import type { Judged } from './judged.js';
import { segmentsOf, type Section, type Segment } from './sections.js';

/** UTF-16 units. The turn that is judged is whole up to here; 8,000 tokens are a page-long question. */
const REQUEST_CHARS_MAX = 32_000;
const AROUND_CHARS_MAX = 8_000; // Of system prompts and results, which may ask for something, too.
const CONTEXT_CHARS_MAX = 4_000; // Of what only says what is spoken of.

/** An id, and no sentence: `user_8f2c`. */
const LABEL_FORM = /^[\w.:@/+=-]{1,128}$/;
/** Members that name a file in parts of types that no schema here knows. */
const FILE_NAME = /^(?:image|video|audio|file|document)_(?:url|uri|id|data)$/;
const DATA_URL = /^data:[\w.+/-]{0,100};base64,/;
const ADDRESS_CHARS_MAX = 2_000; // A longer one is bytes.
const KEY = /^"(\w{1,40})"/;
const KEY_CHARS_MAX = 42;
/** References that lead to what was judged when it was said. */
const JUDGED_BEFORE: ReadonlySet<string> = new Set(['id', 'previous_response_id']);

const HASH_CHARS = 65_536; // 0.1 ms.

/** What a walk over a request gathers: all its text in a hash, and an excerpt for the judge. */
export class Material implements RequestVisitor {
  private readonly segments: Generator<Segment, void>;
  private next: Segment | undefined;
  private section: Section = 'user';

  private turn = new Excerpt(REQUEST_CHARS_MAX);
  private turnBefore = new Excerpt(REQUEST_CHARS_MAX);
  private readonly earlier = new Excerpt(CONTEXT_CHARS_MAX);
  private readonly system = new Excerpt(AROUND_CHARS_MAX);
  private readonly results = new Excerpt(AROUND_CHARS_MAX);
  private readonly assistant = new Excerpt(CONTEXT_CHARS_MAX);
  private readonly setup = new Excerpt(CONTEXT_CHARS_MAX);

  private readonly unread = new Set<Unjudged>();
  private readonly hash = createHash('sha256');
  private unhashed: string[] = [];

  constructor(
    private readonly source: {
      readonly root: JsonNode;
      readonly text: string;
      readonly format: Place;
      readonly trustsSystem: boolean;
    },
  ) {
    this.segments = segmentsOf(source.root, source.format);
    this.next = this.segments.next().value ?? undefined;
  }

  text(node: JsonString): void {
    this.goTo(node.start);
    const name = this.nameOf(node);
    if (DATA_URL.test(node.value) || this.namesFile(name)) this.unread.add('upload');
    this.say(node.value);
  }

  key(object: JsonObject, index: number): void {
    this.goTo((object.values[index] as JsonNode).from);
    const key = object.keys[index] as string;
    if (this.namesFile(key)) this.unread.add('upload');
    this.say(key);
  }

  number(node: JsonScalar, isSetting: boolean): void {
    if (isSetting) return;
    this.goTo(node.start);
    this.say(String(node.value));
  }

  token(node: JsonScalar): void {
    this.goTo(node.start);
    this.unread.add('tokens');
    this.remember(String(node.value));
  }

  file(node: JsonString, kind: Unreadable): void {
    this.goTo(node.start);
    this.unread.add(kind);
    // Whatever stands as an address may be a sentence.
    if (node.value.length <= ADDRESS_CHARS_MAX && !DATA_URL.test(node.value)) this.say(node.value);
    else this.remember(node.value);
  }

  fixed(node: JsonString): void {
    this.goTo(node.start);
    this.remember(node.value);
    if (this.section === 'stored') this.unread.add('stored');
    else if (this.section !== 'setup' && !JUDGED_BEFORE.has(this.nameOf(node))) {
      this.unread.add('upload');
    }
  }

  /** A model's own, which its provider alone can make. */
  sealed(node: JsonString, bytes: string): void {
    this.goTo(node.start);
    this.remember(bytes);
  }

  signed(node: JsonString, text: string): void {
    this.goTo(node.start);
    this.say(text);
  }

  /** Brings what was met since into the hash; a file of megabytes does not hold the loop. */
  *hashSteps(): Steps<void> {
    const texts = this.unhashed;
    this.unhashed = [];
    let short = '';
    for (const text of texts) {
      short += `${text.length}:`;
      if (text.length <= HASH_CHARS) short += text;
      else {
        this.hash.update(short);
        short = '';
        for (const piece of textPieces(text, HASH_CHARS)) {
          this.hash.update(piece);
          yield;
        }
      }
      if (short.length < HASH_CHARS) continue;
      this.hash.update(short);
      short = '';
      yield;
    }
    this.hash.update(short);
  }

  /** @returns hex; the material takes nothing more */
  digest(): string {
    return this.hash.digest('hex');
  }

  read(): { readonly judged: Judged | null; readonly unread: readonly Unjudged[] } {
    this.goTo(Infinity);
    if (!this.turn.isEmpty) this.endTurn();
    const { turnBefore, results, assistant, system, setup, earlier } = this;
    const request = [turnBefore, results, assistant, system, setup].find(({ isEmpty }) => !isEmpty);
    if (request?.isCut) this.unread.add('length');
    const around = [earlier, system, results, assistant, setup];
    if (around.some((excerpt) => excerpt !== request && excerpt.isCut)) this.unread.add('context');
    const told = (excerpt: Excerpt) => (excerpt === request ? '' : excerpt.toString());
    const judged = request && {
      request: request.toString(),
      earlier: told(earlier),
      system: told(system),
      results: told(results),
      assistant: told(assistant),
      setup: told(setup),
    };
    return { judged: judged ?? null, unread: [...this.unread].toSorted() };
  }

  /** Into the segment that an offset of the text stands in. */
  private goTo(offset: number): void {
    while (this.next && this.next.from <= offset) {
      this.section = this.next.section;
      this.next = this.segments.next().value ?? undefined;
    }
  }

  private endTurn(): void {
    this.earlier.add(this.turnBefore.toString());
    this.turnBefore = this.turn;
    this.turn = new Excerpt(REQUEST_CHARS_MAX);
  }

  private say(text: string): void {
    const excerpt = this.excerptFor(text);
    if (!excerpt) return;
    // An answer that says nothing parts no turns: some formats leave it out.
    const isAnswer = this.section === 'assistant' && text.trim() !== '';
    if (isAnswer && !this.turn.isEmpty) this.endTurn();
    this.remember(text);
    excerpt.add(text);
  }

  private excerptFor(text: string): Excerpt | null {
    switch (this.section) {
      case 'label':
        return LABEL_FORM.test(text) ? null : this.setup;
      case 'system':
        return this.source.trustsSystem ? null : this.system;
      case 'stored':
        this.unread.add('stored');
        return this.turn;
      case 'user':
        return this.turn;
      case 'results':
      case 'assistant':
      case 'setup':
        return this[this.section];
    }
  }

  private remember(text: string): void {
    this.unhashed.push(this.section, text);
  }

  private namesFile(name: string): boolean {
    return this.section === 'user' && FILE_NAME.test(name);
  }

  /** Of the member that a value stands in; empty for an item of a list. */
  private nameOf({ from, start }: JsonNode): string {
    const head = this.source.text.slice(from, Math.min(start, from + KEY_CHARS_MAX));
    return KEY.exec(head)?.[1] ?? '';
  }
}
