import { json, type Answer, type SandboxRequest } from '../http/answer.js';
import { findModel } from '../models.js';
import { any, arrayOf, filled, object, string, stringOr, tagged } from '../validation/check.js';

const part = tagged('type', {
  text: object({ type: any, text: string }),
  image_url: object({ type: any, image_url: object({ url: filled }) }),
});

const moderationRequest = object(
  { input: stringOr(string, arrayOf(stringOr(string, part), 1)) },
  { model: filled },
);

interface ModerationRequest {
  readonly input: string | readonly (string | { readonly text?: string })[];
  readonly model?: string | null;
}

const CATEGORIES = [
  'harassment',
  'harassment/threatening',
  'hate',
  'hate/threatening',
  'illicit',
  'illicit/violent',
  'self-harm',
  'self-harm/instructions',
  'self-harm/intent',
  'sexual',
  'sexual/minors',
  'violence',
  'violence/graphic',
];

const FLAG = 'sandbox-violence'; // The one word that the sandbox finds objectionable.

/** POST /v1/moderations: strings are judged one by one, parts together. */
export function moderate({ body, fault, newId }: SandboxRequest): Answer {
  moderationRequest(body, '');
  const { input, model = null } = body as ModerationRequest;
  if (model !== null) findModel(model, 'moderation', fault);
  const inputs = [input].flat();
  const texts = inputs.filter((one) => typeof one === 'string');
  const judged = texts.length > 0 ? texts : [inputs.map(textOf).join('\n')];
  return json({
    id: newId('modr-'),
    model: model ?? 'moderation',
    results: judged.map((text) => verdictOn(text.includes(FLAG))),
  });
}

const textOf = (input: string | { readonly text?: string }): string =>
  typeof input === 'string' ? input : (input.text ?? '');

function verdictOn(flagged: boolean) {
  const each = <T>(value: (isFlagged: boolean) => T) =>
    Object.fromEntries(CATEGORIES.map((name) => [name, value(flagged && name === 'violence')]));
  return {
    flagged,
    categories: each((isFlagged) => isFlagged),
    category_scores: each((isFlagged) => (isFlagged ? 0.99 : 0.0001)),
    category_applied_input_types: each((isFlagged) => (isFlagged ? ['text'] : [])),
  };
}
