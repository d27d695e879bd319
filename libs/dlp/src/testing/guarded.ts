import type { AnswerProtection, Entered, InspectedCall, ProtectionPolicy } from '#call';
import type { CallerProtocol } from '#wire';
import {
  aDocument,
  aProtection,
  aReceivedCall,
  aWorkload,
} from '../../../../test/support/a-call.js';
import { aChat, anInterceptor } from './a-call.js';

export interface Guarded {
  readonly answers: Exclude<AnswerProtection, 'off'>;
  readonly protocol?: CallerProtocol;
  readonly isStreaming?: boolean;
  /** What the caller says. */
  readonly content?: string;
  readonly policy?: Partial<ProtectionPolicy>;
}

/** A call whose answer is looked through. */
export function aGuardedCall({
  answers,
  protocol = 'chat',
  isStreaming = true,
  content = 'Hello',
  policy,
}: Guarded): Promise<Entered<InspectedCall>> | Entered<InspectedCall> {
  const protection = { ...aProtection('tokenize'), answers, ...policy };
  return anInterceptor().enter(
    aReceivedCall({
      workload: aWorkload({ protection }),
      body: { kind: 'json', document: aDocument({ ...aChat(content), input: content }) },
      protocol,
      isStreaming,
    }),
  );
}
