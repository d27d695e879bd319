import type { Finding } from '../kinds.js';

/** What stands in the place of a value for good. Inside of a URL it is written as URLs are. */
export function maskOf({ label }: Pick<Finding, 'label'>, replaced: string): string {
  const mask = `«${label}»`;
  return /%[0-9a-f]{2}/i.test(replaced) ? encodeURIComponent(mask) : mask;
}
