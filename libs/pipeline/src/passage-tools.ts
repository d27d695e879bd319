import { Injectable, Logger } from '@nestjs/common';
import { CallObserver } from '#call';
import { Clock } from '#kernel';
import { InFlight } from './in-flight.js';
import { OpenCalls } from './open-calls.js';
import { Refusals } from './refusals.js';

/** What every passage needs, once for all of them. */
@Injectable()
export class PassageTools {
  readonly logger = new Logger('pipeline');

  constructor(
    readonly clock: Clock,
    readonly inFlight: InFlight,
    readonly openCalls: OpenCalls,
    readonly refusals: Refusals,
    readonly observer: CallObserver,
  ) {}
}
