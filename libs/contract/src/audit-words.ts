/** Where a call came in. */
export const SURFACES = [
  'chat',
  'messages',
  'gemini',
  'completions',
  'embeddings',
  'moderations',
  'responses',
  'audio',
  'images',
  'video',
  'files',
  'ocr',
  'systemone',
  'documents',
  'knowledge',
  'mcp',
  'other',
] as const;
export type Surface = (typeof SURFACES)[number];

/** How data speaks to a model. */
export const INJECTION_KINDS = [
  /** Characters that models read and nothing shows. */
  'hidden_unicode',
  /** It tells the model what to do, instead of what there is. */
  'instruction_in_data',
  /** An address that what the model knows is to be put into. */
  'exfil_markdown',
  /** It says anew what tools are for, or calls one. */
  'tool_redefinition',
  /** One of these, encoded. */
  'encoded_payload',
] as const;
export type InjectionKind = (typeof INJECTION_KINDS)[number];

/** What the log is asked for calls in which data spoke to the model in whatever way. */
export const ANY_INJECTION = 'any';
