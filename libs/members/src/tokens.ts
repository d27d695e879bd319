import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '#kernel';
import { Database } from '#platform';
import { AdminToken } from './entities/admin-token.entity.js';

const SHAPE = /^gwa_[0-9A-Za-z]{8}_[0-9A-Za-z_-]{43}$/;
const TOUCH_MS = 60_000; // Its last use is written down once a minute.

export const isAdminToken = (text: string): boolean => SHAPE.test(text);

/** Of programs that administer. 256 random bits; only their hash is stored. */
@Injectable()
export class AdminTokens {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Undefined: there is none, or it is over. */
  async find(text: string): Promise<AdminToken | undefined> {
    const tokens = this.database.dataSource.getRepository(AdminToken);
    const token = await tokens.findOneBy({ tokenHash: hashOfToken(text) });
    const now = new Date(this.clock.nowMs());
    if (!token || token.revokedAt || (token.expiresAt && token.expiresAt <= now)) return undefined;
    if (!token.lastUsedAt || now.getTime() - token.lastUsedAt.getTime() > TOUCH_MS) {
      await tokens.update(token.id, { lastUsedAt: now });
    }
    return token;
  }
}

export const hashOfToken = (text: string): Buffer => createHash('sha256').update(text).digest();
