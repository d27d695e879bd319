import { createHash } from 'node:crypto';

const NAME = /^[A-Za-z0-9_-]{1,64}$/; // What APIs of models take.
/** Underscores at its end, or two within it, could make two tools of the same name. */
const UNCLEAR = /__|_$/;
const SERVER_CHARS_MAX = 15;
const TOOL_CHARS_MAX = 40;
const MARK_CHARS = 6;
/** What a marked name ends with: no other one does, or a tool could be called as another one is shown. */
export const MARKED = /_[0-9a-f]{6}$/;

/**
 * How a tool is called where the tools of several servers stand together: `server__tool`. One that would be too
 * long, has other characters, or could be taken for another one, is cut and told apart by a mark of the whole name: always the same one.
 */
export function shownName(server: string, tool: string): string {
  const plain = `${server}__${tool}`;
  if (NAME.test(plain) && !UNCLEAR.test(server) && !MARKED.test(plain)) return plain;
  const mark = createHash('sha256').update(`${server}\0${tool}`).digest('hex').slice(0, MARK_CHARS);
  return `${worded(server, SERVER_CHARS_MAX)}__${worded(tool, TOOL_CHARS_MAX)}_${mark}`;
}

const worded = (text: string, most: number): string =>
  text.replaceAll(/[^A-Za-z0-9-]/g, '-').slice(0, most);
