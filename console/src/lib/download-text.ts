import { saveBlob } from './save-blob';

/** A file that nobody else has: what it holds is in the page alone. */
export const downloadText = (name: string, text: string): void =>
  saveBlob(name, new Blob([text], { type: 'text/plain' }));
