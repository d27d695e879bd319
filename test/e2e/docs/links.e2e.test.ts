import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { Marked, type Token, type Tokens } from 'marked';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../support/build.js';

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...(await readdir(join(ROOT, 'docs'), { recursive: true }))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
];

interface Links {
  readonly hrefs: readonly string[];
  readonly anchors: ReadonlySet<string>;
}

const read = new Map<string, Promise<Links>>();
const linksOf = (page: string): Promise<Links> => {
  const known = read.get(page) ?? readPage(page);
  read.set(page, known);
  return known;
};

async function readPage(page: string): Promise<Links> {
  const text = await readFile(join(ROOT, page), 'utf8');
  const hrefs: string[] = [];
  const anchors = new Set([...text.matchAll(/<a id="([\w-]+)">/g)].map(([, id]) => id ?? ''));
  const marked = new Marked();
  void marked.walkTokens(marked.lexer(text), (token: Token) => {
    if (token.type === 'link' || token.type === 'image') hrefs.push((token as Tokens.Link).href);
    if (token.type !== 'heading') return;
    const slug = slugOf((token as Tokens.Heading).text);
    let id = slug;
    for (let again = 1; anchors.has(id); again++) id = `${slug}-${again}`;
    anchors.add(id);
  });
  return { hrefs, anchors };
}

/** As the hosts of repositories make them. */
const slugOf = (heading: string): string =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('`', '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

describe.each(pages)('%s', (page) => {
  it('links to what is there', async () => {
    const { hrefs } = await linksOf(page);
    const dead: string[] = [];
    for (const href of hrefs.filter((one) => !/^(https?:|mailto:|\/)/.test(one))) {
      const [path = '', anchor] = href.split('#');
      const target = path === '' ? page : relative(ROOT, join(ROOT, dirname(page), path));
      if (!existsSync(join(ROOT, target))) dead.push(href);
      else if (anchor && target.endsWith('.md')) {
        const { anchors } = await linksOf(target);
        if (!anchors.has(anchor)) dead.push(href);
      }
    }
    expect(dead).toEqual([]);
  });
});
