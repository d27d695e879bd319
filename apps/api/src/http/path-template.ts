import { isPathWord } from '#call';

/** A word in another case: some providers do not tell them apart. */
export const hasMisspeltWord = (path: string): boolean =>
  path.split('/').some((part) => !isPathWord(part) && isPathWord(part.toLowerCase()));

const PARTS_MAX = 16; // Deeper than any API; the rest is cut off.

const known = new Map<string, string>();
const KNOWN_MAX = 64; // Fixed paths are few; those with ids in them would only push them out.

export function pathTemplate(path: string): string {
  const found = known.get(path);
  if (found !== undefined) return found;
  const parts = path.split('/', PARTS_MAX).slice(1);
  const template = parts
    .map((part) => `/${isPathWord(part) || part === '' ? part : '{id}'}`)
    .join('');
  if (template === path && known.size < KNOWN_MAX) known.set(path, template);
  return template;
}
