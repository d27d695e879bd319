import { Injectable } from '@nestjs/common';
import { ValueFinder, type FoundValue, type SearchedText, type ValueOrder } from '#call';
import { DATA_KINDS } from '#contract';
import { runInSlices, type JsonNode, type Steps } from '#kernel';
import { readRemovalTerms } from '../inspect/read-removal-terms.js';
import { FOLDED_TERM_CHARS_MAX, TERM_CHARS_MAX, TERM_CHARS_MIN } from '../limits.js';
import type { Finding, Kind } from '../kinds.js';
import { activePolicy, type ActivePolicy, type Decided } from '../policy.js';
import { resolveOverlaps } from '../resolve.js';
import { foldTerm } from '../scan/fold-term.js';
import { IntroducedPeople } from '../scan/names/introduced.js';
import { shippedModel } from '../scan/names/model.js';
import type { MarkedTexts } from '../scan/operator/marked-texts.js';
import { OperatorModel } from '../scan/operator/operator-model.js';
import { OwnSearch } from '../scan/own/own-search.js';
import { TermScan, TermTree } from '../scan/removal-terms.js';
import { scanText } from '../scan/scan-text.js';
import { documentPolicy } from './document-policy.js';
import { KnownTerms } from './known-terms.js';
import { outsideTags } from './outside-tags.js';

/** What data protection finds in documents: each value in all texts of a document, once it was found in one. */
@Injectable()
export class DocumentFinder extends ValueFinder {
  readonly kinds = Object.keys(DATA_KINDS);

  constructor(private readonly operatorModel: OperatorModel) {
    super();
  }

  isTerm(term: string): boolean {
    if (term.length < TERM_CHARS_MIN || term.length > TERM_CHARS_MAX) return false;
    const folded = foldTerm(term);
    return folded !== '' && folded.length <= FOLDED_TERM_CHARS_MAX;
  }

  termsOf(body: JsonNode): readonly string[] {
    return readRemovalTerms(body).map(({ folded }) => folded);
  }

  async find(
    texts: readonly SearchedText[],
    order: ValueOrder,
  ): Promise<readonly (readonly FoundValue[])[]> {
    const { organisation, protection, kinds, nowMs, ended } = order;
    const policy = documentPolicy(protection, kinds, nowMs);
    const marked = await this.operatorModel.read({
      scope: organisation.id,
      policy,
      texts: texts.map(({ text, isProse }) => ({ text, isFixed: !isProse, path: 'text' })),
      ended,
    });
    const policies = { policy, inCalls: activePolicy(protection, nowMs) };
    return runInSlices(findAll(texts, order, policies, marked), ended);
  }
}

interface Policies {
  /** What counts as a value of a document. */
  readonly policy: ActivePolicy;
  /** What is done about one in a call. */
  readonly inCalls: ActivePolicy;
}

function* findAll(
  texts: readonly SearchedText[],
  { protection, remove, known: before }: ValueOrder,
  { policy, inCalls }: Policies,
  marked: MarkedTexts | null,
): Steps<readonly (readonly FoundValue[])[]> {
  const terms = remove.map((term) => ({ folded: foldTerm(term), label: 'REMOVAL_TERM' }));
  const search = {
    terms: terms.length > 0 ? new TermScan(new TermTree(terms)) : null,
    own: OwnSearch.of(protection),
    withoutNames: !policy.wantsNames,
  };
  const people = policy.wantsNames ? new IntroducedPeople(shippedModel()) : null;
  const known = new KnownTerms(policy.wantsAny(['person_name']));
  for (const { kind, value } of before) known.add(kind as Kind, value);
  const found: Decided[][] = [];
  for (const [index, { text, isProse }] of texts.entries()) {
    const here: Finding[] = [];
    if (isProse) {
      const scan = yield* scanText(text, search);
      here.push(...scan.findings, ...(marked?.findingsIn(index) ?? []));
      if (people) here.push(...(yield* people.findIn(text, here)));
    } else if (search.terms) {
      search.terms.start(text);
      search.terms.scanTo(text.length, here);
    }
    const decided = here.flatMap((finding) =>
      isLabel(finding, text) ? [] : (policy.decide(finding, text) ?? []),
    );
    const outside = outsideTags(yield* resolveOverlaps(decided), text);
    for (const finding of outside) known.add(finding.kind, valueOf(finding, text));
    found.push([...outside]);
    yield;
  }
  const values: (readonly FoundValue[])[] = [];
  for (const [index, { text, isProse }] of texts.entries()) {
    const again = yield* known.findIn(text, isProse);
    const here = [...(found[index] ?? []), ...again.map(asDecided)];
    const resolved = outsideTags(yield* resolveOverlaps(here), text);
    values.push(resolved.map((finding) => foundValue(finding, text, known, inCalls)));
    yield;
  }
  return values;
}

/** The head of a column (`IBAN`) stands alone like a name, and is the name of what is below. */
const LABELS: ReadonlySet<string> = new Set(
  Object.values(DATA_KINDS).map(({ label }) => foldTerm(label)),
);

const isLabel = (finding: Finding, text: string): boolean =>
  finding.evidence === 'model' && LABELS.has(foldTerm(valueOf(finding, text)));

const asDecided = (finding: Finding): Decided => ({ ...finding, action: 'mask', fate: 'mask' });

const valueOf = ({ value, start, end }: Finding, text: string): string =>
  value ?? text.slice(start, end);

function foundValue(
  finding: Decided,
  text: string,
  known: KnownTerms,
  inCalls: ActivePolicy,
): FoundValue {
  const { kind, start, end } = finding;
  const value = valueOf(finding, text);
  const sure = { ...finding, score: 1 }; // What counts at one place counts at all of them.
  const action = inCalls.decide(sure, text)?.action ?? 'log';
  return { kind, value, key: known.keyOf(kind, value), start, end, action };
}
