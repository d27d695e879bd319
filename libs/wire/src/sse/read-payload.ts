import { parseJson, type JsonDocument } from '#kernel';

/** The JSON of one event, or undefined when its data is something else. */
export function readPayload(data: string): JsonDocument | undefined {
  try {
    return parseJson(data);
  } catch {
    return undefined;
  }
}

/** Some servers write spaces around the marker. */
export const isDoneMarker = (data: string): boolean => data.length < 32 && data.trim() === '[DONE]';
