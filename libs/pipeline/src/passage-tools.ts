import { Injectable, Logger } from '@nestjs/common';
import { SentCalls } from '#audit';
import { CallObserver, EndedCalls } from '#call';
import { Clock } from '#kernel';
import { OpenCalls } from './open-calls.js';
import { Refusals } from './refusals.js';
import { Settling } from './settling.js';

/** What every passage needs, once for all of them. */
@Injectable()
export class PassageTools {
  readonly logger = new Logger('pipeline');

  constructor(
    readonly clock: Clock,
    readonly settling: Settling,
    readonly openCalls: OpenCalls,
    readonly refusals: Refusals,
    readonly observer: CallObserver,
    readonly endedCalls: EndedCalls,
    readonly sentCalls: SentCalls,
  ) {}
}
