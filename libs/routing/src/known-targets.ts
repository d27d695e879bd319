import { Injectable } from '@nestjs/common';
import { FileTargets, type FileTarget, type ReceivedCall } from '#call';
import { filesTaken } from '#providers';
import { endpointsBehind } from './resolve-model.js';
import { withProvider } from './with-provider.js';

/** By all endpoints of a name: whichever of them Route takes can be sent the same request. */
@Injectable()
export class KnownTargets extends FileTargets {
  of({ principal, requestedModel, protocol }: ReceivedCall): FileTarget | null {
    if (requestedModel === null) return null;
    try {
      const name = withProvider(principal, requestedModel.trim(), protocol);
      const taken = endpointsBehind(principal, name).map(filesTaken);
      return {
        takesPdf: taken.every(({ takesPdf }) => takesPdf),
        seesImages: taken.every(({ seesImages }) => seesImages),
      };
    } catch {
      return null; // A name that leads nowhere is Route's to refuse.
    }
  }
}
