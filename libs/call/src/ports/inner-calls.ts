import type { GatewayError } from '#kernel';
import type { Arrival, ReceivedCall } from '../call.js';

/** Calls of the gateway's own, on behalf of another one: through the same pipeline, on record with it. */
export abstract class InnerCalls {
  /**
   * Asks for a whole answer, and waits for it.
   * @returns what the model says @throws GatewayError as any call does
   */
  abstract ask(call: ReceivedCall): Promise<string>;

  /**
   * Has texts embedded, and waits for it.
   * @returns a vector for each text, in their order; undefined where the answer holds none
   * @throws GatewayError as any call does
   */
  abstract embed(call: ReceivedCall): Promise<readonly Float32Array[] | undefined>;

  /**
   * Has it on record that what somebody wanted was refused before a call was made for it.
   * @returns the error, for throwing
   */
  abstract refuse(arrival: Arrival, fault: unknown): Promise<GatewayError>;
}
