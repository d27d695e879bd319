import { UnusableLocalModel } from '../unusable-local-model.js';

/** What a label says of a word; `O` and what is not looked for have no kind. */
export interface Label {
  /** `inside` goes on with what stands before it, if that is of the same type. */
  readonly place: 'outside' | 'begin' | 'inside' | 'end' | 'single';
  readonly type: string;
  readonly kind: string | null;
}

const PLACES: Readonly<Record<string, Label['place']>> = {
  B: 'begin',
  I: 'inside',
  E: 'end',
  L: 'end',
  S: 'single',
  U: 'single',
};
const PREFIXED = /^([BIELSU])-(.+)$/;
const OUTSIDE: Label = { place: 'outside', type: '', kind: null };

/**
 * The labels of a model in the order of its outputs, in BIO, BIOES, BILOU, or IO where they have no prefix.
 * @param id2label of `config.json`
 * @param labelMap of `gw-model.json`: what each type is called here, null where it is not looked for
 * @throws UnusableLocalModel
 */
export function readLabels(
  id2label: unknown,
  labelMap: ReadonlyMap<string, string | null>,
): readonly Label[] {
  const entries = Object.entries((id2label ?? {}) as Record<string, unknown>);
  const names = entries.map((_, index) => (id2label as Record<string, unknown>)[String(index)]);
  if (names.length < 2 || !names.every((name) => typeof name === 'string')) {
    throw new UnusableLocalModel(
      'config.json has no id2label with the numbers from 0 on. Take the config.json that the model was exported with.',
    );
  }
  if (!names.includes('O')) {
    throw new UnusableLocalModel(
      'id2label of config.json has no label O: it is no token classifier.',
    );
  }
  const unmapped = new Set<string>();
  const labels = names.map((name): Label => {
    if (name === 'O') return OUTSIDE;
    const [, prefix = 'I', type = name] = PREFIXED.exec(name) ?? [];
    const kind = labelMap.get(type);
    if (kind === undefined) unmapped.add(type);
    return { place: PLACES[prefix] ?? 'inside', type, kind: kind ?? null };
  });
  if (unmapped.size > 0) {
    throw new UnusableLocalModel(
      `labelMap of gw-model.json does not say what ${[...unmapped].join(', ')} of id2label are. Name a kind for each, or null where it is not to be found.`,
    );
  }
  return labels;
}
