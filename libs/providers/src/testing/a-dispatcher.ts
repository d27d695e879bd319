import type { Credentials } from '#call';
import { SystemEntropy, type Clock } from '#kernel';
import { AnswerRoom } from '#platform';
import { AnswerReader } from '../attempts/answer-reader.js';
import { AttemptSender } from '../attempts/attempt-sender.js';
import { PartsSender } from '../attempts/parts-sender.js';
import { EndpointOpener } from '../endpoint-opener.js';
import { FamilyTable } from '../family-table.js';
import { ProviderHealth } from '../health/provider-health.js';
import { HttpClient } from '../http/http-client.js';
import { AccessTokens } from '../oauth/access-tokens.js';
import { ProviderDispatcher } from '../provider.dispatcher.js';
import { Repairs } from '../repairs/repairs.js';
import { TranslationThread } from '../translation/translation-thread.js';

/** A dispatcher with everything under it; whoever made it destroys the client. */
export function aDispatcher(clock: Clock, credentials: Credentials) {
  const client = new HttpClient(clock);
  const health = new ProviderHealth(clock);
  const answers = new AnswerRoom(clock);
  const families = new FamilyTable(new TranslationThread(clock));
  const opener = new EndpointOpener(
    families,
    credentials,
    new AccessTokens(client, answers, clock),
  );
  const repairs = new Repairs(clock);
  const reader = new AnswerReader(families, opener, repairs, new SystemEntropy(), clock);
  const parts = new PartsSender(client, answers, reader);
  const attempts = new AttemptSender(
    families,
    opener,
    repairs,
    reader,
    parts,
    client,
    health,
    answers,
    clock,
  );
  const dispatcher = new ProviderDispatcher(families, attempts, health, clock);
  return { dispatcher, client, health, answers };
}
