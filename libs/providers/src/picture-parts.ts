import { assert } from '#kernel';
import { readPictureRequest, writePictureRequest } from '#wire';
import type { Dispatch, Order, RequestPart } from './family-adapter.js';
import type { HttpRequest } from './http/http-client.js';

/**
 * A conversation in the format of Gemini for each picture: its models make one at a time.
 * @throws field_invalid
 */
export function pictureParts({ call }: Order, toRequest: (body: string) => HttpRequest): Dispatch {
  const { request } = call.inspection;
  assert(request.kind === 'json', 'pictures are asked for in JSON');
  const asked = readPictureRequest(request.document);
  const body = writePictureRequest(asked);
  const part = (): RequestPart => ({ request: toRequest(body), isPicture: true });
  return {
    parts: [part(), ...Array.from({ length: asked.count - 1 }, part)],
    protocol: 'pictures',
  };
}
