import { Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { problem } from '#kernel';
import { Mail, MemberMails, type Actor } from '#members';
import { Database } from '#platform';
import { AdminController, Allow, Caller } from '../http/allow.js';
import type { Page } from '../http/page.js';
import { AnswersPage } from '../openapi/describe.js';
import { mailView, MailView } from './people.dto.js';

const MAILS_MAX = 200;

/** What would have been sent, where no mail server is named. It holds links that sign people in. */
@ApiTags('Mailbox')
@AdminController('mailbox')
export class MailboxController {
  constructor(
    private readonly mails: MemberMails,
    private readonly database: Database,
  ) {}

  /** Newest first; 200 at most. */
  @Get()
  @Allow('owner:manage')
  @AnswersPage(MailView)
  async list(@Caller() { organisationId }: Actor): Promise<Page<MailView>> {
    if (this.mails.hasServer) throw problem('not_found', { detail: 'Mails are sent by a server.' });
    const mails = await this.database.dataSource.getRepository(Mail).find({
      where: { organisationId },
      order: { createdAt: 'DESC' },
      take: MAILS_MAX,
    });
    return { data: mails.map(mailView), next_cursor: null };
  }
}
