import {
  applyEdits,
  GatewayError,
  member,
  parseJson,
  replaceWithString,
  type Edit,
  type JsonDocument,
  type JsonNode,
  type JsonString,
} from '#kernel';
import { walkOwnStrings, type TextGrammar } from '#wire';

/** JSON written into a string of the body, such as the arguments of a tool call. */
interface Embedded {
  readonly node: JsonString;
  readonly document: JsonDocument;
}

export interface BodyText {
  /** Its value is the text to scan. */
  readonly node: JsonString;
  /** The string of the body that the text stands in; null when it is one itself. */
  readonly embedded: Embedded | null;
}

export interface BodyTexts {
  readonly texts: readonly BodyText[];
  readonly hasUnscanned: boolean;
}

/** Every text of a request body, but for the gateway's own `gw` member. */
export function collectTexts(root: JsonNode, grammar: TextGrammar): BodyTexts {
  const texts: BodyText[] = [];
  const own = member(root, 'gw');
  let hidesFile = false;
  const hasUnscanned = grammar.visitStrings(root, (node, use) => {
    if (own && node.start >= own.start && node.end <= own.end) return;
    const embedded = use === 'json_text' ? parseEmbedded(node) : null;
    if (!embedded) return void texts.push({ node, embedded: null });
    const add = (inner: JsonString) => void texts.push({ node: inner, embedded });
    if (walkOwnStrings(embedded.document.root, add)) hidesFile = true;
  });
  return { texts, hasUnscanned: hasUnscanned || hidesFile };
}

/** The edits that bring the new texts into the body; JSON inside a string stays JSON. */
export function editsOf(
  texts: readonly BodyText[],
  rewritten: ReadonlyMap<number, string>,
): Edit[] {
  const edits: Edit[] = [];
  const innerEdits = new Map<Embedded, Edit[]>();
  for (const [index, value] of rewritten) {
    const { node, embedded } = texts[index] as BodyText;
    const edit = replaceWithString(node, value);
    if (!embedded) edits.push(edit);
    else innerEdits.set(embedded, [...(innerEdits.get(embedded) ?? []), edit]);
  }
  for (const [{ node, document }, inner] of innerEdits) {
    edits.push(replaceWithString(node, applyEdits(document.text, inner)));
  }
  return edits;
}

/** Null when the string is no JSON (models make mistakes): it is then scanned as plain text. */
function parseEmbedded(node: JsonString): Embedded | null {
  try {
    return { node, document: parseJson(node.value) };
  } catch (error) {
    if (error instanceof GatewayError) return null;
    throw error;
  }
}
