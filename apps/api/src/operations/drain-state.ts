import { Injectable } from '@nestjs/common';

/** Set when the process was asked to stop: readiness says so at once. */
@Injectable()
export class DrainState {
  isDraining = false;
}
