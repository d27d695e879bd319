import { NOTHING_EXPECTED, type ExpectedUsage, type ReceivedBody, type Surface } from '#call';
import { member, numberOf, type JsonNode } from '#kernel';
import { estimateInputTokens } from '#wire';

/** Speech is rarely coded at less than 32 kbit/s; what takes fewer bytes is put right at the end. */
const AUDIO_BYTES_PER_SECOND = 4_000;

/** What a forwarded request will use, in the units that such paths are priced in. */
export function expectedOf(surface: Surface, body: ReceivedBody): ExpectedUsage {
  switch (body.kind) {
    case 'none':
      return NOTHING_EXPECTED;
    case 'json':
      return expectedOfJson(surface, body);
    case 'form':
      return expectedOfForm(surface, body);
  }
}

function expectedOfJson(
  surface: Surface,
  { document }: Extract<ReceivedBody, { readonly kind: 'json' }>,
): ExpectedUsage {
  const { root } = document;
  const choices = Math.max(1, countOf(member(root, 'n')) ?? 1);
  const tokensMax = countOf(member(root, 'max_output_tokens') ?? member(root, 'max_tokens'));
  return {
    ...NOTHING_EXPECTED,
    inputTokens: estimateInputTokens(document),
    output: bringsText(surface) ? { tokensMax, choices } : null,
    images: surface === 'images' ? choices : 0,
  };
}

function expectedOfForm(
  surface: Surface,
  { form }: Extract<ReceivedBody, { readonly kind: 'form' }>,
): ExpectedUsage {
  const count = form.parts.find((part) => part.kind === 'field' && part.name === 'n');
  const images = count?.kind === 'field' ? Number(count.value) : 1;
  const fileBytes = form.parts.reduce(
    (sum, part) => sum + (part.kind === 'file' ? part.bytes : 0),
    0,
  );
  return {
    ...NOTHING_EXPECTED,
    images: surface !== 'images' ? 0 : Number.isSafeInteger(images) && images > 0 ? images : 1,
    seconds: surface === 'audio' ? Math.ceil(fileBytes / AUDIO_BYTES_PER_SECOND) : 0,
  };
}

/** Embeddings, moderations and uploads answer with no text; of what is unknown here, nobody can say. */
const bringsText = (surface: Surface): boolean =>
  surface === 'completions' || surface === 'responses' || surface === 'other';

/** What is no count is the provider's to refuse; here it bounds nothing. */
function countOf(node: JsonNode | undefined): number | null {
  const value = numberOf(node);
  return value !== undefined && Number.isSafeInteger(value) && value >= 0 ? value : null;
}
