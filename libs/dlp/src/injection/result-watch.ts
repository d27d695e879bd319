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
import { withoutHidden } from './hidden-characters.js';
import type { Suspicion } from './kinds.js';
import { findOverEnds } from './over-ends.js';

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
    const texts: { readonly node: JsonString; readonly name: string }[] = [];
    yield* answerReaders.mcp.texts.visitAnswer(document.root, {
      text: (node, { name }) => void texts.push({ node, name }),
      key: () => undefined,
    });
    const edits: Edit[] = [];
    const kinds = new Set<string>();
    let last = '';
    // A walk goes as it likes; a model reads from the beginning.
    for (const { node, name } of texts.toSorted(
      (one, other) => one.node.start - other.node.start,
    )) {
      const text = node.value;
      yield* spend(this.pace, text.length + TEXT_COST_CHARS);
      const isPart = name === 'text';
      const over = isPart && last !== '' ? yield* findOverEnds(last, text, findInjections) : null;
      if (isPart) last = text;
      const suspicions = yield* findInjections(text);
      for (const one of over ? [over, ...suspicions] : suspicions) this.note(one, kinds);
      if (this.mode === 'flag' || !suspicions.some(isHidden)) continue;
      edits.push(replaceWithString(node, yield* withoutHidden(text)));
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

const isHidden = ({ kind }: Suspicion): boolean => kind === 'hidden_unicode';
