import type { ExternalDocs } from './document.js';

/** Where the makers of the format explain the fields that the gateway only passes on. */
export const vendorReference = (page: string): ExternalDocs => ({
  url: `https://platform.openai.com/docs/api-reference/${page}`,
  description: "OpenAI's reference of this path",
});
