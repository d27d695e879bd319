/** Names to the left, figures to the right. */
export function aligned(lines: readonly (readonly string[])[]): string[] {
  const columns = lines[0]?.map((_, column) => column) ?? [];
  const widths = columns.map((column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  );
  return lines.map((line) =>
    line
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  );
}
