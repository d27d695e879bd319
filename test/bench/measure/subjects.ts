import type { Format } from '../formats.js';
import type { Gateway } from '../targets/gateway.js';
import type { Target, TargetName } from '../targets/target.js';

/** A target with a prompt and a format: one column of the table. */
export type SubjectName = TargetName | `${Gateway['name']}-findings` | 'ours-translated';

export interface Subject {
  readonly name: SubjectName;
  readonly target: Target;
  readonly prompt: 'plain' | 'findings';
  readonly format: Format;
}

/** In the order in which they take turns: what will be compared stands side by side. */
export function subjectsOf(targets: readonly Target[], gateways: readonly Gateway[]): Subject[] {
  const prompt = 'plain';
  const plain = targets.map((target): Subject => {
    const [format = 'chat'] = target.formats;
    return { name: target.name, target, prompt, format };
  });
  // With an earlier commit beside it, only what both can be asked is measured.
  const ours = gateways.length === 1 ? gateways : [];
  return [
    ...plain,
    ...gateways.map((target): Subject => {
      return { name: `${target.name}-findings`, target, prompt: 'findings', format: 'chat' };
    }),
    ...ours
      .filter(({ formats }) => formats.includes('messages'))
      .map((target): Subject => {
        return { name: 'ours-translated', target, prompt, format: 'messages' };
      }),
  ];
}
