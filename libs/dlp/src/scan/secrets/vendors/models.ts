import { ALNUM, HEX, LOWER, URL64, type Vendor } from './vendor.js';

/** What services for models give out. */
export const MODELS: readonly Vendor[] = [
  { id: 'anthropic', floor: 3, shapes: [`sk-ant-(api03|admin01|oat01)-${URL64}{93}AA`] },
  {
    id: 'openai',
    floor: 3,
    shapes: [
      `sk-(proj|svcacct|admin)-${URL64}{74}T3BlbkFJ${URL64}{74}`,
      `sk-(proj|svcacct|admin)-${URL64}{58}T3BlbkFJ${URL64}{58}`,
      `sk-${ALNUM}{20}T3BlbkFJ${ALNUM}{20}`,
    ],
    named: [`sk-${URL64}{20,200}`],
  },
  { id: 'openrouter', floor: 3, shapes: [`sk-or-v1-${HEX}{64}`] },
  { id: 'deepseek', floor: 3, shapes: [`sk-${HEX}{32}`] },
  { id: 'google_ai', floor: 4, shapes: [`AIza${URL64}{35}`], names: ['google', 'gemini'] },
  {
    id: 'huggingface',
    floor: 2,
    shapes: [`hf_${ALNUM}{34}`, `api_org_${ALNUM}{34}`],
    names: ['huggingface', 'hugging face'],
  },
  { id: 'perplexity', floor: 4, shapes: [`pplx-${ALNUM}{48}`] },
  { id: 'groq', floor: 3, shapes: [`gsk_${ALNUM}{52}`] },
  { id: 'xai', floor: 3, shapes: [`xai-${ALNUM}{80}`] },
  { id: 'replicate', floor: 3, shapes: [`r8_${ALNUM}{37}`] },
  { id: 'nvidia', floor: 3, shapes: [`nvapi-${URL64}{64}`] },
  { id: 'langsmith', floor: 3, shapes: [`lsv2_(pt|sk)_${HEX}{32}_${HEX}{10}`] },
  { id: 'tavily', floor: 3, shapes: [`tvly-(dev-|)${ALNUM}{32}`] },
  { id: 'cerebras', floor: 3, shapes: [`csk-${LOWER}{48}`] },
  { id: 'cohere', floor: 4, named: [`${ALNUM}{40}`], names: ['cohere', 'co api key'] },
  { id: 'mistral', floor: 3.5, named: [`${ALNUM}{32}`], names: ['mistral', 'codestral'] },
  { id: 'together', floor: 3, named: [`${HEX}{64}`], names: ['together', 'togetherai'] },
  { id: 'privateai', floor: 3, named: [`${LOWER}{32}`], names: ['privateai', 'private ai'] },
];
