import type { Endpoint, FileTarget } from '#call';
import { bareName } from './models/model-rules.js';

/** Names of models that see, by whoever serves them; any other one gets the text of what it is shown. */
const SEEING = new RegExp(
  [
    'gpt-4o|gpt-4\\.1|gpt-4-turbo|gpt-[5-9]|chatgpt-4o|^o1(?!-mini)|^o3(?!-mini)|^o4',
    'claude|gemini(?!.*embedding)|gemma-[3-9]',
    'pixtral|mistral-(?:small|medium|large)-(?:latest|2[5-9])|magistral|ministral-(?:3|8|14)b-(?:latest|25)',
    'llava|llama-?4|llama-3\\.2-(?:11|90)b|vision|qwen.*vl|internvl|grok-(?:2-vision|4)',
    'nova-(?:lite|pro|premier)',
  ].join('|'),
);

/** Families whose requests have a place for a PDF, where the model sees. */
const TAKE_PDF: ReadonlySet<string> = new Set([
  'anthropic',
  'vertex-claude',
  'gemini',
  'vertex-gemini',
  'openai',
  'bedrock',
]);

/** What an endpoint can be shown, as it is: what its settings say, else what its name does. */
export function filesTaken({ provider, model }: Endpoint): FileTarget {
  const said = model?.supports ?? null;
  const seesImages = said?.has('images') ?? (model !== null && SEEING.test(bareName(model.id)));
  const hasPlace = TAKE_PDF.has(provider.family);
  return { seesImages, takesPdf: hasPlace && (said?.has('files') ?? seesImages) };
}
