import type { InjectionFinding, InjectionMode } from '#call';
import {
  applyEdits,
  member,
  parseSteps,
  refuse,
  replaceKey,
  replaceWithString,
  type Edit,
  type JsonDocument,
  type JsonNode,
  type JsonObject,
  type Steps,
} from '#kernel';
import { answerReaders, type ReplyFrame } from '#wire';
import { newPace, spend } from '../inspect/pace.js';
import { WrittenKeys } from '../inspect/written-keys.js';
import { FINDINGS_OF_CALL_MAX, TEXT_COST_CHARS } from '../limits.js';
import { findInjections } from './find-injections.js';
import { withoutHidden } from './hidden-characters.js';
import type { Suspicion } from './kinds.js';
import { OverEnds } from './over-ends.js';

const PLACE = 'result';

/** What a result says in one place: a text, or a key of the server's. */
interface Said {
  /** The text; the value of the member whose key this is. */
  readonly node: JsonNode;
  readonly text: string;
  /** Of the member that a text stands in. */
  readonly name?: string;
  /** Of a key. */
  readonly owner?: JsonObject;
}

/** Looks through what a server of tools answers, before anybody's agent reads it. */
export class ResultWatch {
  /** Of all frames so far. */
  readonly found: InjectionFinding[] = [];
  private readonly pace = newPace();

  /** @param mayRefuse false where one server's words would take away those of all others */
  constructor(
    private readonly mode: Exclude<InjectionMode, 'off'>,
    private readonly mayRefuse: boolean,
  ) {}

  /** @returns the very frame where nothing is taken out @throws tool_result_blocked, naming kinds alone */
  *look(frame: ReplyFrame): Steps<ReplyFrame> {
    const { document } = frame;
    if (!document) return frame;
    const edits: Edit[] = [];
    const kinds = new Set<string>();
    const keys = new WrittenKeys();
    const parts = new OverEnds(findInjections);
    const values = new OverEnds(findInjections);
    const structured = member(member(document.root, 'result'), 'structuredContent');
    for (const { node, text, name, owner } of yield* saidIn(document)) {
      yield* spend(this.pace, text.length + TEXT_COST_CHARS);
      // Texts are read on from part to part, and data from value to value; names of members say nothing together.
      const isValue = !owner && structured !== undefined && isIn(node, structured);
      const readOn = isValue ? values : name === 'text' ? parts : null;
      const over = readOn ? yield* readOn.add(text) : null;
      const suspicions = yield* findInjections(text);
      for (const one of over ? [over, ...suspicions] : suspicions) this.note(one, kinds);
      if (this.mode === 'flag' || !suspicions.some(isHidden)) continue;
      const shown = yield* withoutHidden(text);
      edits.push(
        owner
          ? replaceKey(document.text, node, keys.unused(owner, shown))
          : replaceWithString(node, shown),
      );
    }
    this.refuseOf(kinds);
    if (edits.length === 0) return frame;
    // Parsed anew, so that edits of later steps cannot cross these.
    const text = applyEdits(document.text, [...frame.edits, ...edits]);
    return { ...frame, document: yield* parseSteps(text), edits: [] };
  }

  private note({ kind, start: offset, score }: Suspicion, kinds: Set<string>): void {
    kinds.add(kind);
    if (this.found.length >= FINDINGS_OF_CALL_MAX) return;
    this.found.push({ kind, place: PLACE, offset, score });
  }

  private refuseOf(kinds: ReadonlySet<string>): void {
    // What is hidden is taken out; what is said stays said.
    const said = [...kinds].filter((kind) => kind !== 'hidden_unicode');
    if (this.mode !== 'block' || !this.mayRefuse || said.length === 0) return;
    throw refuse('tool_result_blocked', {
      message: `The result was withheld: it holds ${said.join(', ')}, which speaks to a model instead of informing it. Go on without it, or ask an administrator about the tool.`,
    });
  }
}

/** A walk goes as it likes; a model reads from the beginning. */
function* saidIn({ root }: JsonDocument): Steps<readonly Said[]> {
  const said: Said[] = [];
  yield* answerReaders.mcp.texts.visitAnswer(root, {
    text: (node, { name }) => void said.push({ node, text: node.value, name }),
    key(owner, index) {
      const text = owner.keys[index] as string;
      // Most are words of the protocol.
      if (!IS_PLAIN.test(text)) said.push({ node: owner.values[index] as JsonNode, text, owner });
      return undefined;
    },
  });
  return said.toSorted((one, other) => one.node.start - other.node.start);
}

const IS_PLAIN = /^\w*$/;

const isIn = ({ start, end }: JsonNode, around: JsonNode): boolean =>
  around.start <= start && end <= around.end;

const isHidden = ({ kind }: Suspicion): boolean => kind === 'hidden_unicode';
