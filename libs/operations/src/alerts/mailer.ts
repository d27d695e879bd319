import { Injectable } from '@nestjs/common';
import { createTransport } from 'nodemailer';
import { Config } from '#platform';

const CONNECT_MS_MAX = 5_000;
const SILENT_MS_MAX = 10_000;

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same at each try: what was sent twice is one message for its reader. */
  readonly id: string;
}

/** Sends by the server that the operator has named; without one there is no mail. */
@Injectable()
export class Mailer {
  constructor(private readonly config: Config) {}

  get isSetUp(): boolean {
    const { smtpUrl, smtpFrom } = this.config;
    return smtpUrl !== null && smtpFrom !== null;
  }

  /** @throws when there is no server, or it does not take the mail */
  async send({ to, subject, text, id }: Mail): Promise<void> {
    const { smtpUrl, smtpFrom } = this.config;
    if (!smtpUrl || !smtpFrom) throw new Error('GW_SMTP_URL and GW_SMTP_FROM are not set');
    const transport = createTransport({
      url: smtpUrl.reveal(),
      connectionTimeout: CONNECT_MS_MAX,
      greetingTimeout: SILENT_MS_MAX,
      socketTimeout: SILENT_MS_MAX,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    try {
      await transport.sendMail({ from: smtpFrom, to, subject, text, messageId: `<${id}@gateway>` });
    } finally {
      transport.close();
    }
  }
}
