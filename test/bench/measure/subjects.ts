import type { Format } from '../formats.js';
import type { Gateway } from '../targets/gateway.js';
import type { Target, TargetName } from '../targets/target.js';

/** A target with a prompt and a format: one column of the table. */
export type SubjectName =
  | TargetName
  | 'before-findings'
  | 'before-translated'
  | 'ours-findings'
  | 'ours-translated'
  | 'caching-bypassed';

export interface Subject {
  readonly name: SubjectName;
  readonly target: Target;
  readonly prompt: 'plain' | 'findings';
  readonly format: Format;
  /** Beside those of the target. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** In the order in which they take turns: what will be compared stands side by side. */
export function subjectsOf(targets: readonly Target[], gateways: readonly Gateway[]): Subject[] {
  const prompt = 'plain';
  const plain = targets.map((target): Subject => {
    const [format = 'chat'] = target.formats;
    return { name: target.name, target, prompt, format };
  });
  // With another commit beside it, only what both can be asked is measured.
  const builds = gateways.filter(({ name }) => name !== 'caching');
  const areTranslated = builds.every(({ formats }) => formats.includes('messages'));
  return [
    ...plain,
    ...targets
      .filter(({ name }) => name === 'caching')
      .map((target): Subject => {
        const headers = { 'x-gw-cache': 'bypass' };
        return { name: 'caching-bypassed', target, prompt, format: 'chat', headers };
      }),
    ...builds.map((target): Subject => {
      const name = target.name === 'before' ? 'before-findings' : 'ours-findings';
      return { name, target, prompt: 'findings', format: 'chat' };
    }),
    ...(areTranslated ? builds : []).map((target): Subject => {
      const name = target.name === 'before' ? 'before-translated' : 'ours-translated';
      return { name, target, prompt, format: 'messages' };
    }),
  ];
}
