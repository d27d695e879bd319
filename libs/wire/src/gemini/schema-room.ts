import { refuse, type GatewayError } from '#kernel';

const CHARACTERS_MIN = 256 * 1024; // Some sixty thousand tokens: more than tools in use come to, written out.
const TIMES_SENT = 4;
/** References nest what stands side by side; as deep as any JSON may be that is sent. */
export const SCHEMA_DEPTH_MAX = 64;

/**
 * What the schemas of one request may come to when each thing that they refer to stands in its place, in
 * characters written and members read: a reference is short and may stand for almost everything, so
 * without it a small request would become one that fills the memory.
 */
export class SchemaRoom {
  private left: number;

  /** @param sent characters of all schemas of the request */
  constructor(sent: number) {
    this.left = CHARACTERS_MIN + TIMES_SENT * sent;
  }

  /** @param param what the caller is told of @throws field_invalid when the room is used up */
  take(size: number, param: string): void {
    this.left -= size;
    if (this.left < 0) {
      throw tooLarge(param, 'becomes too large where each $ref is replaced by what it refers to');
    }
  }
}

export const tooDeep = (param: string): GatewayError =>
  tooLarge(param, `leads through more than ${SCHEMA_DEPTH_MAX} schemas, one within the other`);

const tooLarge = (param: string, fault: string): GatewayError =>
  refuse('field_invalid', {
    param,
    message: `The JSON Schema of ${param} ${fault}, as the chosen model needs it. Send a simpler one.`,
  });
