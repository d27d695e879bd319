import { createHash } from 'node:crypto';

const NAME = /^[A-Za-z0-9_-]{1,64}$/; // What APIs of models take.
const SERVER_CHARS_MAX = 15;
const TOOL_CHARS_MAX = 40;
const MARK_CHARS = 6;

/**
 * How a tool is called where the tools of several servers stand together: `server__tool`. One that would be too
 * long, or has other characters, is cut and told apart by a mark of the whole name: always the same one.
 */
export function shownName(server: string, tool: string): string {
  const plain = `${server}__${tool}`;
  // Two underscores in a server's own name could make two tools of the same name.
  if (NAME.test(plain) && !server.includes('__')) return plain;
  const mark = createHash('sha256').update(`${server}\0${tool}`).digest('hex').slice(0, MARK_CHARS);
  return `${worded(server, SERVER_CHARS_MAX)}__${worded(tool, TOOL_CHARS_MAX)}_${mark}`;
}

const worded = (text: string, most: number): string =>
  text.replaceAll(/[^A-Za-z0-9-]/g, '-').slice(0, most);
