import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { writeAdmin } from '#audit';
import type { SignedFile } from '#documents';
import { Clock, Ids } from '#kernel';
import { Config, Database, ReplicaId } from '#platform';
import { addressOf } from '../../http/address-of.js';

/** Who has a signed address is nobody that the gateway knows: the log says that the file was handed out, and to which machine. */
@Injectable()
export class Downloads {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly replica: ReplicaId,
    private readonly config: Config,
  ) {}

  /** Before the first byte goes out: what is not on record is not handed out. */
  async note(
    { organisationId, workloadId }: SignedFile,
    jobId: string,
    request: FastifyRequest['raw'],
  ): Promise<void> {
    const { clock, ids, replica } = this;
    const detail = {
      action: 'anonymization.download',
      target: `anonymization ${jobId}`,
      actor: 'signed_address',
      ip: addressOf(request, this.config),
    };
    await this.database.transaction((tx) =>
      writeAdmin(tx, { clock, ids, replica }, { organisationId, workloadId, detail }),
    );
  }
}
