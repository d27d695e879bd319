import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock, Ids, type OrganisationId } from '#kernel';
import { Config, Outbox, type Tx } from '#platform';
import { Mail } from '../entities/mail.entity.js';

const KEPT_MAX = 200; // Of an organisation without a mail server; the newest.

export interface MemberMail {
  readonly organisationId: OrganisationId;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Mails to people: by the operator's server, or into the mailbox of the Console where there is none. */
@Injectable()
export class MemberMails {
  private readonly logger = new Logger('mail');

  constructor(
    private readonly outbox: Outbox,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  get hasServer(): boolean {
    return this.config.smtpUrl !== null && this.config.smtpFrom !== null;
  }

  /** With what it tells of, or not at all. */
  async send(
    manager: EntityManager,
    tx: Tx,
    { organisationId, to, subject, text }: MemberMail,
  ): Promise<void> {
    const id = this.ids.id();
    if (this.hasServer) {
      const payload = JSON.stringify({ subject, text });
      return this.outbox.add(tx, { id, organisationId, kind: 'mail', target: to, payload });
    }
    await manager.insert(Mail, {
      id,
      organisationId,
      recipient: to,
      subject,
      body: text,
      createdAt: new Date(this.clock.nowMs()),
    });
    await manager.query(
      `DELETE FROM mail WHERE org_id = $1 AND id NOT IN (
        SELECT id FROM mail WHERE org_id = $1 ORDER BY created_at DESC, id DESC LIMIT ${KEPT_MAX})`,
      [organisationId],
    );
    this.logger.log('a mail waits in the mailbox of the Console: no mail server is named');
  }

  /** Where the Console is, for links. Never taken from a request: who asks would choose where they lead. */
  link(path: string): string {
    const base = this.config.publicUrl ?? `http://localhost:${this.config.port}`;
    return `${base}/console/${path}`;
  }
}
