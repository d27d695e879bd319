import type { GrantedTool } from '#tools';

/** As lists tell of a tool: what was approved, under the name that its caller knows. */
export function toolText({ shownAs, pin }: Pick<GrantedTool, 'shownAs' | 'pin'>): string {
  const { title, description, inputSchema, outputSchema, annotations } = pin;
  return JSON.stringify({
    name: shownAs,
    ...(title !== undefined && { title }),
    description,
    inputSchema,
    ...(outputSchema && { outputSchema }),
    ...(annotations && { annotations }),
  });
}
