import { parseEvent, parseJson, type JsonDocument, type Steps } from '#kernel';

/** The JSON of one event, or undefined when its data is something else. */
export function readPayload(data: string): JsonDocument | undefined {
  try {
    return parseJson(data);
  } catch {
    return undefined;
  }
}

/** The same of an event too large for one turn; null when its data is something else. */
export function* payloadSteps(data: string): Steps<JsonDocument | null> {
  try {
    return yield* parseEvent(data);
  } catch {
    return null;
  }
}

/** Some servers write spaces around the marker. */
export const isDoneMarker = (data: string): boolean => data.length < 32 && data.trim() === '[DONE]';
