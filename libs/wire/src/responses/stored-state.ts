import { isNull, isTrue, itemsOf, member, objectOf, stringOf, type JsonNode } from '#kernel';
import { isPointer } from '../named-input.js';

/** Members that name what a provider keeps of an earlier call, or of its own. */
const NAMED = ['previous_response_id', 'conversation', 'prompt'] as const;

/**
 * What a request wants of a provider's own memory, as the path of the member that says so: only who speaks
 * this format has it. Undefined where the request says all that there is to know.
 */
export function storedStateIn(root: JsonNode): string | undefined {
  for (const name of NAMED) {
    const node = member(root, name);
    if (node && !isNull(node)) return name;
  }
  if (isTrue(member(root, 'background'))) return 'background'; // It is kept to be fetched.
  if (isTrue(member(root, 'store'))) return 'store';
  const index = itemsOf(member(root, 'input')).findIndex((item) => {
    const object = objectOf(item);
    return object !== undefined && isPointer(object, stringOf(member(object, 'type')));
  });
  return index < 0 ? undefined : `input[${index}]`;
}
