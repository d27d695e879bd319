const KEPT_MAX = 10; // Each may be as large as a document is.

/** What this page has sent, for as long as it is open: nobody keeps a document as it was. */
const files = new Map<string, File>();

export function keepFile(id: string, file: File): void {
  files.set(id, file);
  const [oldest] = files.keys();
  if (files.size > KEPT_MAX && oldest !== undefined) files.delete(oldest);
}

export const keptFile = (id: string): File | undefined => files.get(id);
