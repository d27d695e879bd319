/** A claim like any other: nobody is told to wait for longer. */
export const RETRY_AFTER_MS_MAX = 86_400_000;

/** How long a provider asks to be left alone, or null when it does not say. At most a day. */
export function readRetryAfterMs(
  headers: Readonly<Record<string, string | undefined>>,
): number | null {
  const asked = askedMs(headers);
  return asked === null ? null : Math.min(asked, RETRY_AFTER_MS_MAX);
}

function askedMs(headers: Readonly<Record<string, string | undefined>>): number | null {
  const ms = numberOf(headers['retry-after-ms']);
  if (ms !== null) return Math.ceil(ms);
  const text = headers['retry-after'];
  const seconds = numberOf(text);
  if (seconds !== null) return Math.ceil(seconds * 1000);
  // A date is measured against the provider's own clock, as ours may differ.
  const wait = Date.parse(text ?? '') - Date.parse(headers['date'] ?? '');
  return Number.isFinite(wait) ? Math.max(0, wait) : null;
}

function numberOf(text: string | undefined): number | null {
  const trimmed = text?.trim() ?? '';
  return /^\d{1,9}(\.\d+)?$/.test(trimmed) ? Number(trimmed) : null;
}
