import { invalid } from '../provider-error.js';

/** How one model of OpenAI's thinks. */
interface Habits {
  /** The words that it takes for how much; none where it does not think. */
  readonly efforts: readonly string[];
  /** It thinks only where it is told to. */
  readonly rests?: true;
}

const words = (text: string): Habits => ({ efforts: text === '' ? [] : text.split(' ') });
const resting = (text: string): Habits => ({ ...words(text), rests: true });

/** First match counts. */
const MODELS: readonly (readonly [names: RegExp, habits: Habits])[] = [
  [/^gpt-[34]|^chatgpt-|-chat-latest/, words('')],
  [/^gpt-5-pro/, words('high')],
  [/^gpt-5\.\d-pro/, words('medium high xhigh')],
  [/^gpt-5\.1-codex-max|^gpt-5\.2-codex/, words('low medium high xhigh')],
  [/^gpt-5(?:\.1)?-codex/, words('low medium high')],
  [/^gpt-5-/, words('minimal low medium high')],
  [/^gpt-5\.1/, resting('none low medium high')],
  [/^gpt-5\.[2-4]/, resting('none low medium high xhigh')],
  [/^gpt-5\.5/, words('none low medium high xhigh')],
  [/^gpt-5\./, words('none low medium high xhigh max')],
  [/^gpt-\d/, words('low medium high xhigh max')],
  [/^o\d.*-deep-research/, words('medium')],
  [/^o\d/, words('low medium high')],
];
/** The older ones still end where they are told to. */
const ENDS = /^o1|^o3-mini/;
/** While it thinks, a model draws its words itself; these it never takes. */
const NEVER = ['presence_penalty', 'frequency_penalty', 'logit_bias'];
const AT_REST = ['temperature', 'top_p', 'logprobs', 'top_logprobs'];
const PLAIN: ReadonlySet<unknown> = new Set([undefined, null, false]);

type Request = Readonly<Record<string, unknown>>;

/**
 * A model of OpenAI's by its id, as its maker has it; any other is one of the sandbox, which takes everything.
 * The table is the sandbox's own: with one for both, a row of the gateway's that is wrong would be right at the
 * other end, too.
 * @param effort as the format of the request says it, at `effortParam`
 * @throws ProviderError 400
 */
export function checkGpt(
  request: Request & { readonly model: string },
  effort: unknown,
  effortParam: string,
): void {
  const habits = MODELS.find(([names]) => names.test(request.model))?.[1];
  if (!habits) return;
  const { efforts, rests } = habits;
  if (effort != null) checkEffort(effort, efforts, effortParam);
  if (efforts.length === 0) return;
  const isAtRest = effort === 'none' || (effort == null && rests === true);
  const refused = [...NEVER, ...(isAtRest ? [] : AT_REST), 'max_tokens'];
  if (!ENDS.test(request.model)) refused.push('stop');
  const name = refused.find((one) => !PLAIN.has(request[one]) && !isDefault(one, request[one]));
  if (name === undefined) return;
  throw invalid(
    `Unsupported parameter: '${name}' is not supported with this model.`,
    name,
    'unsupported_parameter',
  );
}

const DEFAULTS: Request = { temperature: 1, top_p: 1, presence_penalty: 0, frequency_penalty: 0 };

const isDefault = (name: string, value: unknown): boolean => DEFAULTS[name] === value;

function checkEffort(effort: unknown, efforts: readonly string[], param: string): void {
  if (efforts.length === 0) {
    throw invalid(
      `Unsupported parameter: '${param}' is not supported with this model.`,
      param,
      'unsupported_parameter',
    );
  }
  if (efforts.includes(String(effort))) return;
  const known = efforts.map((one) => `'${one}'`).join(', ');
  throw invalid(
    `Unsupported value: '${param}' does not support '${String(effort)}' with this model. Supported values are: ${known}.`,
    param,
    'unsupported_value',
  );
}
