import { Injectable } from '@nestjs/common';
import type { ProtectionMode, ProtectionPolicy } from '#call';
import { GatewayError, runInSlices, type Cancellation, type Steps } from '#kernel';
import { InstanceSecrets } from '#platform';
import { inspectTexts, type Verdict } from '../inspect/inspect-texts.js';
import type { Rules } from '../inspect/rules.js';
import type { Finding } from '../kinds.js';
import { activePolicy, type ActivePolicy, type Decided } from '../policy.js';
import { WorkloadKeys } from '../pseudonyms/workload-keys.js';
import { resolveOverlaps } from '../resolve.js';
import { IntroducedPeople } from '../scan/names/introduced.js';
import { shippedModel } from '../scan/names/model.js';
import { OperatorModel } from '../scan/operator/operator-model.js';
import { OwnSearch } from '../scan/own/own-search.js';
import { scanText } from '../scan/scan-text.js';

const MODES: readonly ProtectionMode[] = ['allow_log', 'mask', 'tokenize', 'block'];

/** What became of a text in one mode. */
export interface TrialOutput {
  readonly mode: ProtectionMode;
  /** Null where the request would be refused. */
  readonly text: string | null;
  /** Why, as calls are told. */
  readonly refusal: string | null;
}

export interface TrialOf {
  readonly organisation: { readonly id: string };
  /** Its pseudonyms are what stands in for values. */
  readonly workload: { readonly id: string; readonly protection: ProtectionPolicy };
}

export interface Trial {
  /** In the order of the text, as the policy in force decides. */
  readonly findings: readonly Decided[];
  /** Something in it cannot be read. */
  readonly hasUnread: boolean;
  readonly outputs: readonly TrialOutput[];
}

/**
 * What data protection finds in a text and would do about it, by the policy of a workload and by each mode in its
 * place. Nothing is kept: neither the text, nor what is found, nor that it was tried.
 */
@Injectable()
export class ProtectionTrial {
  private readonly keys: WorkloadKeys;

  constructor(
    secrets: InstanceSecrets,
    private readonly operatorModel: OperatorModel,
  ) {
    this.keys = new WorkloadKeys(secrets);
  }

  /** @param nowMs since the epoch: exceptions end by it @throws the reason of the cancellation */
  async run(
    { organisation, workload }: TrialOf,
    text: string,
    { nowMs, ended }: { readonly nowMs: number; readonly ended: Cancellation },
  ): Promise<Trial> {
    const { protection } = workload;
    const policy = activePolicy(protection, nowMs);
    const texts = [{ text, isFixed: false, path: 'text' }];
    const asked = { scope: organisation.id, policy, texts, ended };
    const marked = await this.operatorModel.read(asked);
    const own = OwnSearch.of(protection);
    const found = findIn(text, policy, own, marked?.findingsIn(0) ?? []);
    const { findings, hasUnread } = await runInSlices(found, ended);
    const rules: Omit<Rules, 'policy'> = {
      own,
      known: null,
      unscannable: protection.unscannable,
      cleansDocuments: false, // It tries texts.
      restoreHosts: protection.restoreHosts,
      scan: scanText,
      key: () => this.keys.keyOf({ organisation, workload }),
    };
    const outputs: TrialOutput[] = [];
    for (const mode of MODES) {
      const inMode = activePolicy({ ...protection, mode, isObserving: false }, nowMs);
      const steps = inspectTexts({
        ...rules,
        policy: inMode,
        texts,
        marked,
        terms: null,
        pathOf: () => 'text',
        placeOf: () => 'text',
      });
      outputs.push({ mode, ...(await outputOf(() => runInSlices(steps, ended), text)) });
    }
    return { findings, hasUnread, outputs };
  }
}

function* findIn(
  text: string,
  policy: ActivePolicy,
  own: OwnSearch | null,
  marked: readonly Finding[],
): Steps<Pick<Trial, 'findings' | 'hasUnread'>> {
  const { wantsNames } = policy;
  const scan = yield* scanText(text, { terms: null, own, withoutNames: !wantsNames });
  const here = [...scan.findings, ...marked];
  const introduced = wantsNames
    ? yield* new IntroducedPeople(shippedModel()).findIn(text, here)
    : [];
  const decided = [...here, ...introduced].flatMap((finding) => policy.decide(finding, text) ?? []);
  const hasUnread = scan.hasUnread || scan.files.size > 0;
  return { findings: yield* resolveOverlaps(decided), hasUnread };
}

async function outputOf(
  inspect: () => Promise<Verdict> | Verdict,
  text: string,
): Promise<Omit<TrialOutput, 'mode'>> {
  try {
    return { text: (await inspect()).rewritten.get(0) ?? text, refusal: null };
  } catch (fault) {
    if (!(fault instanceof GatewayError)) throw fault;
    return { text: null, refusal: fault.key };
  }
}
