/**
 * The line of a YAML text that a fault is about, from 1; where the path is not there, that of the nearest thing
 * above it. Undefined: of none.
 * @param path as the API has it, as in `workloads[2].budget.amount`
 */
export async function findLine(
  text: string,
  path: string,
  message: string,
): Promise<number | undefined> {
  const [, said] = /at line (\d+)/.exec(message) ?? [];
  if (said !== undefined) return Number(said);
  const { isNode, LineCounter, parseDocument } = await import('yaml');
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter });
  const parts = path.match(/[^.[\]]+/g) ?? [];
  for (let length = parts.length; length > 0; length -= 1) {
    const names = parts.slice(0, length).map((part) => (/^\d+$/.test(part) ? Number(part) : part));
    const node: unknown = document.getIn(names, true);
    if (isNode(node) && node.range) return counter.linePos(node.range[0]).line;
  }
  return undefined;
}
