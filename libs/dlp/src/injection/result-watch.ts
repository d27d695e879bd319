import type { InjectionFinding, InjectionMode } from '#call';
import {
  applyEdits,
  parseSteps,
  refuse,
  replaceWithString,
  type Edit,
  type JsonString,
  type Steps,
} from '#kernel';
import { answerReaders, type ReplyFrame } from '#wire';
import { newPace, spend } from '../inspect/pace.js';
import { FINDINGS_OF_CALL_MAX, TEXT_COST_CHARS } from '../limits.js';
import { findInjections } from './find-injections.js';
import { findHidden, without } from './hidden-characters.js';

const PLACE = 'result';

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
    const lookAt = (node: JsonString): Steps<void> => this.lookAt(node, edits, kinds);
    yield* answerReaders.mcp.texts.visitAnswer(document.root, {
      text: lookAt,
      key: () => undefined,
    });
    this.refuseOf(kinds);
    if (edits.length === 0) return frame;
    // Parsed anew, so that edits of later steps cannot cross these.
    const text = applyEdits(document.text, [...frame.edits, ...edits]);
    return { ...frame, document: yield* parseSteps(text), edits: [] };
  }

  private *lookAt(node: JsonString, edits: Edit[], kinds: Set<string>): Steps<void> {
    const text = node.value;
    yield* spend(this.pace, text.length + TEXT_COST_CHARS);
    const suspicions = yield* findInjections(text);
    for (const { kind, start: offset, score } of suspicions) {
      kinds.add(kind);
      if (this.found.length < FINDINGS_OF_CALL_MAX) {
        this.found.push({ kind, place: PLACE, offset, score });
      }
    }
    if (this.mode === 'flag' || !suspicions.some(({ kind }) => kind === 'hidden_unicode')) return;
    edits.push(replaceWithString(node, without(text, yield* findHidden(text))));
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
