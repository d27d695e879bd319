import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Authenticator, RequestRate } from '#auth';
import type { KeyPrincipal } from '#call';
import { Config } from '#platform';
import { addressOf } from './address-of.js';

/** Requests with a key that the gateway answers by itself: counted like every other one. */
@Injectable()
export class KeyRequests {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly rate: RequestRate,
    private readonly config: Config,
  ) {}

  /** @throws rate_limited, and all that `authenticate` throws */
  async admit(request: IncomingMessage, key: string | undefined): Promise<KeyPrincipal> {
    const principal = await this.authenticator.authenticate(key, () =>
      addressOf(request, this.config),
    );
    this.rate.count(principal.workload);
    return principal;
  }
}
