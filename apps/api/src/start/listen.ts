import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Config } from '#platform';

const UNKNOWN_NAME: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'EAI_AGAIN']);

/** @throws where a name leads nowhere: what it says at a start would be taken for the database's */
export async function listen(app: NestFastifyApplication, { host, port }: Config): Promise<void> {
  await app.listen(port, host).catch((fault: NodeJS.ErrnoException) => {
    if (!UNKNOWN_NAME.has(fault.code)) throw fault;
    throw new Error(
      `GW_HOST: ${host} leads to no address (${fault.code}). Set it to one of this machine; 0.0.0.0 stands for all of them.`,
    );
  });
}
