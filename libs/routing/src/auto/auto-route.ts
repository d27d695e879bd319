import { Injectable } from '@nestjs/common';
import {
  AUTO_NAME,
  chooseAuto,
  PriceList,
  RequestJudge,
  tiersFrom,
  type Alias,
  type AutoFinding,
  type AutoPolicy,
  type InspectedCall,
} from '#call';
import { Clock } from '#kernel';
import { AutoSessions } from './auto-sessions.js';
import { rankModels } from './rank-models.js';
import { readAutoRequest } from './read-auto-request.js';

/** The way of one call to `gw/auto`. */
export interface AutoPlan {
  /** As any alias that leads to several models. */
  readonly alias: Alias;
  readonly finding: AutoFinding;
  /** Remembers, for the rest of the conversation, what served it. @param model `<provider>/<model>` */
  readonly keep: (model: string) => void;
}

/** Makes an alias for each call to `gw/auto`: what the request wants, and the models that the policy has for it. */
@Injectable()
export class AutoRoute {
  private readonly sessions: AutoSessions;

  constructor(
    private readonly judge: RequestJudge,
    private readonly prices: PriceList,
    clock: Clock,
  ) {
    this.sessions = new AutoSessions(clock);
  }

  async plan(call: InspectedCall, policy: AutoPolicy): Promise<AutoPlan> {
    const { organisation, workload } = call.principal;
    const { segments, features, conversation } = readAutoRequest(call);
    const key =
      conversation && this.sessions.keyOf(`${organisation.id} ${workload.id}`, conversation);
    const before = key === null ? null : this.sessions.find(key);
    const reading = segments && (await this.judge.judge(segments, call.callerGone));
    const choice = chooseAuto({ reading, features, before }, policy);
    const isOpen = reading !== null && choice.steps[0]?.by === 'default';
    const finding: AutoFinding = {
      ...choice,
      router: segments === null ? 'unasked' : wordOf(reading !== null, isOpen),
      reading,
      features,
    };
    const size = {
      inputTokens: features.promptTokens,
      outputTokensMax: call.expected.output?.tokensMax ?? null,
    };
    const models = rankModels(organisation, tiersFrom(policy, choice), size, {
      prices: this.prices,
      before: before?.model ?? null,
    });
    const { route, demand } = choice;
    return {
      alias: aliasTo(models),
      finding,
      keep: (model) => {
        if (key !== null) this.sessions.keep(key, { route, demand, model }, policy.sessionMs);
      },
    };
  }
}

const wordOf = (hasAnswered: boolean, isOpen: boolean): AutoFinding['router'] => {
  if (!hasAnswered) return 'unavailable';
  return isOpen ? 'open' : 'answered';
};

/** All of them in their order: nothing is drawn. */
export const aliasTo = (models: readonly string[]): Alias => ({
  name: AUTO_NAME,
  targets: [],
  fallbacks: models,
});
