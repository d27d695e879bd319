import type { EntityManager } from 'typeorm';
import type { Clock, Entropy, Ids } from '#kernel';
import { EmailProof } from '../entities/email-proof.entity.js';
import { Member } from '../entities/member.entity.js';
import { RecoveryCode } from '../entities/recovery-code.entity.js';
import { MemberSession } from '../entities/session.entity.js';
import { hashOf, makeToken } from '../secret-token.js';

const LIFE_MS = 30 * 60_000; // As of a link that is mailed.

/**
 * For the operator, where an owner has lost password, second factor or both, and nobody else could help: a
 * link for a new password. The second factor and all sessions go, and who was disabled is active again.
 * @returns the token of the link
 */
export async function letBackIn(
  manager: EntityManager,
  member: Member,
  { clock, entropy, ids }: { readonly clock: Clock; readonly entropy: Entropy; readonly ids: Ids },
): Promise<string> {
  const token = makeToken(entropy);
  const nowMs = clock.nowMs();
  const memberId = member.id;
  await manager.delete(MemberSession, { memberId });
  await manager.delete(RecoveryCode, { memberId });
  await manager.update(Member, memberId, {
    status: 'active',
    totpSecret: null,
    totpConfirmedAt: null,
    totpStep: null,
    version: member.version + 1,
  });
  await manager.insert(EmailProof, {
    id: ids.id(),
    memberId,
    kind: 'reset',
    tokenHash: hashOf(token),
    codeHash: null,
    attempts: 0,
    createdAt: new Date(nowMs),
    expiresAt: new Date(nowMs + LIFE_MS),
    usedAt: null,
  });
  return token;
}
