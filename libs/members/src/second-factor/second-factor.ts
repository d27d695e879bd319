import { Injectable } from '@nestjs/common';
import { generateSecret, generateURI, verifySync } from 'otplib';
import type { EntityManager } from 'typeorm';
import { Clock, Entropy, HmacSha256, problem } from '#kernel';
import { InstanceSecrets, Vault } from '#platform';
import { Member } from '../entities/member.entity.js';
import { RecoveryCode } from '../entities/recovery-code.entity.js';

const ISSUER = 'Model gateway';
const PERIOD_SECONDS = 30;
const RECOVERY_CODES = 10;
const RECOVERY_BYTES = 10; // 80 bits: sixteen characters of base32.
const CODE = /^\d{6}$/;
const PURPOSE = 'totp';
/** No 0, 1, 8 and 9 (RFC 4648), in lower case. */
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

export interface NewFactor {
  /** For those who type it. */
  readonly secret: string;
  /** For those who scan it. */
  readonly uri: string;
}

/** Codes of an authenticator (RFC 6238), each once, and recovery codes for who has lost it. */
@Injectable()
export class SecondFactor {
  private readonly hmac: HmacSha256;

  constructor(
    private readonly vault: Vault,
    private readonly clock: Clock,
    private readonly entropy: Entropy,
    secrets: InstanceSecrets,
  ) {
    this.hmac = new HmacSha256(secrets.derive('members/recovery-codes'));
  }

  /** Nothing is asked for until the first code was right. @throws conflict when there is one already */
  async begin(manager: EntityManager, member: Member): Promise<NewFactor> {
    if (member.totpConfirmedAt) {
      throw problem('conflict', { detail: 'There is a second factor. Remove it first.' });
    }
    const secret = generateSecret();
    const totpSecret = this.vault.seal(PURPOSE, member.id, secret);
    await manager.update(Member, member.id, { totpSecret, totpStep: null });
    return { secret, uri: generateURI({ issuer: ISSUER, label: member.email, secret }) };
  }

  /** @returns recovery codes, shown once. @throws code_wrong, conflict */
  async confirm(manager: EntityManager, member: Member, code: string): Promise<readonly string[]> {
    if (member.totpConfirmedAt || !member.totpSecret) {
      throw problem('conflict', { detail: 'Begin with a new secret.' });
    }
    await this.expectTotp(manager, member, code);
    const totpConfirmedAt = new Date(this.clock.nowMs());
    await manager.update(Member, member.id, { totpConfirmedAt });
    return this.renewCodes(manager, member);
  }

  /** New ones in place of all before. */
  async renewCodes(manager: EntityManager, member: Member): Promise<readonly string[]> {
    const codes = Array.from({ length: RECOVERY_CODES }, () => this.recoveryCode());
    await manager.delete(RecoveryCode, { memberId: member.id });
    await manager.insert(
      RecoveryCode,
      codes.map((code) => ({
        memberId: member.id,
        codeHash: this.hashOf(member, code),
        usedAt: null,
      })),
    );
    return codes;
  }

  /** 80 bits: nobody guesses them, so no number of tries is too many. @throws code_wrong */
  async expectRecoveryCode(manager: EntityManager, member: Member, code: string): Promise<void> {
    const usedAt = new Date(this.clock.nowMs());
    const result = await manager
      .createQueryBuilder()
      .update(RecoveryCode)
      .set({ usedAt })
      .where('member_id = :id AND code_hash = :hash AND used_at IS NULL', {
        id: member.id,
        hash: this.hashOf(member, bare(code)),
      })
      .execute();
    if (result.affected !== 1) throw problem('code_wrong');
  }

  async remove(manager: EntityManager, member: Member): Promise<void> {
    const gone = { totpSecret: null, totpConfirmedAt: null, totpStep: null };
    await manager.update(Member, member.id, gone);
    await manager.delete(RecoveryCode, { memberId: member.id });
  }

  /** Takes the step of the code in one statement: of two who show the same code, one comes in. @throws code_wrong */
  async expectTotp(manager: EntityManager, member: Member, text: string): Promise<void> {
    const code = bare(text);
    if (!member.totpSecret || !CODE.test(code)) throw problem('code_wrong');
    const result = verifySync({
      secret: this.vault.open(PURPOSE, member.id, member.totpSecret),
      token: code,
      epoch: Math.floor(this.clock.nowMs() / 1_000),
      epochTolerance: PERIOD_SECONDS,
    });
    if (!result.valid || !('timeStep' in result)) throw problem('code_wrong');
    const taken = await manager
      .createQueryBuilder()
      .update(Member)
      .set({ totpStep: String(result.timeStep) })
      .where('id = :id AND (totp_step IS NULL OR totp_step < :step)', {
        id: member.id,
        step: result.timeStep,
      })
      .execute();
    if (taken.affected !== 1) throw problem('code_wrong');
  }

  private recoveryCode(): string {
    let bits = 0n;
    for (const byte of this.entropy.bytes(RECOVERY_BYTES)) bits = (bits << 8n) | BigInt(byte);
    let text = '';
    for (let at = 0; at < 16; at++) {
      text += BASE32.charAt(Number((bits >> BigInt(at * 5)) & 31n));
      if (at % 4 === 3 && at < 15) text += '-';
    }
    return text;
  }

  private hashOf(member: Member, code: string): Buffer {
    return this.hmac.digest(`${member.id}\n${bare(code)}`);
  }
}

/** As people type it. */
const bare = (code: string): string => code.replaceAll(/[\s-]/g, '').toLowerCase();

/** Six digits, and no recovery code. */
export const isTotp = (code: string): boolean => CODE.test(bare(code));
