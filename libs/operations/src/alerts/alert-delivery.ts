import { Injectable, Logger } from '@nestjs/common';
import { Credentials } from '#call';
import { Clock } from '#kernel';
import type { LimitAlert } from '#metering';
import { OutboundClient, Outbox, signWebhook, VERSION, type OutboxMessage } from '#platform';
import { DatabaseDirectory } from '#workloads';
import { Mailer } from './mailer.js';
import { writeEmail } from './write-email.js';

interface MailText {
  readonly subject: string;
  readonly text: string;
}

/** Takes alerts, and mails to people of the Console, out of the outbox to those who are to know. */
@Injectable()
export class AlertDelivery {
  private readonly logger = new Logger('alerts');

  constructor(
    private readonly outbox: Outbox,
    private readonly directory: DatabaseDirectory,
    private readonly credentials: Credentials,
    private readonly client: OutboundClient,
    private readonly mailer: Mailer,
    private readonly clock: Clock,
  ) {}

  start(): void {
    this.sayWhoGetsNoMail();
    this.outbox.deliverBy('webhook', (message) => this.post(message));
    this.outbox.deliverBy('email', (message) => this.mail(message));
    this.outbox.deliverBy('mail', ({ id, target, payload }) =>
      this.mailer.send({ to: target, id, ...(JSON.parse(payload) as MailText) }),
    );
    this.outbox.start();
  }

  stop(): Promise<void> {
    return this.outbox.stop();
  }

  /**
   * A worker has not read the settings file that asks for mail, and must seal all the same: where an API
   * does not start, it says what is missing.
   */
  private sayWhoGetsNoMail(): void {
    if (this.mailer.isSetUp) return;
    for (const { name, alerts } of this.directory.organisations()) {
      if (!alerts || alerts.emails.length === 0) continue;
      this.logger.error(
        `${name} has alerts by mail, and GW_SMTP_URL or GW_SMTP_FROM is not set: they wait`,
      );
    }
  }

  /** To where the settings say now: who has moved since is found at the new address. */
  private async post({ organisationId, target, payload }: OutboxMessage): Promise<void> {
    const { webhooks = [] } = this.directory.organisation(organisationId)?.alerts ?? {};
    const webhook = webhooks.find(({ name }) => name === target);
    if (!webhook) return; // Nobody is to know any more.
    const secret = this.credentials.secretOf(organisationId, webhook.credentialId);
    if (!secret) throw new Error('its secret is not set');
    const { id } = JSON.parse(payload) as LimitAlert;
    const status = await this.client.post({
      url: webhook.url,
      headers: {
        'content-type': 'application/json',
        'user-agent': `model-gateway/${VERSION}`,
        ...signWebhook({ id, body: payload }, secret, this.clock.nowMs()),
      },
      body: payload,
    });
    if (status < 200 || status > 299) throw new Error(`it answered ${status}`);
  }

  private async mail({ target, payload }: OutboxMessage): Promise<void> {
    const alert = JSON.parse(payload) as LimitAlert;
    await this.mailer.send({ to: target, id: alert.id, ...writeEmail(alert) });
  }
}
