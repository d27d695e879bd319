import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What stands on a page of the fixtures. */
export interface TruePage {
  readonly h: string;
  readonly p: readonly string[];
  readonly list: readonly string[];
  readonly table: readonly (readonly string[])[];
}

/** Pages of the fixtures' text.pdf, in their order. @param folder of the documents */
export function readTruth(folder: string): readonly TruePage[] {
  const { pages, page_order: order } = JSON.parse(
    readFileSync(join(folder, 'truth.json'), 'utf8'),
  ) as {
    readonly pages: Readonly<Record<string, TruePage>>;
    readonly page_order: readonly string[];
  };
  return order.flatMap((language) => pages[language] ?? []);
}

export const markdownOfPage = ({ h, p, list, table: [head = [], ...rows] }: TruePage): string =>
  [
    `# ${h}`,
    ...p,
    list.map((item) => `- ${item}`).join('\n'),
    [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n'),
  ].join('\n\n');
