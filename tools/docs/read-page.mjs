// A page of docs/ as HTML, with what the navigation and the search need of it.
import { posix } from 'node:path';
import { Marked } from 'marked';

/**
 * @typedef {{ depth: number, id: string, title: string, text: string }} Section
 * @typedef {{ name: string, title: string, html: string, sections: Section[], pictures: string[] }} Page
 */

/**
 * @param {string} name path below docs/ without `.md`
 * @param {string} markdown
 * @param {ReadonlySet<string>} names all pages, to tell a link to one from a link out of docs/
 * @returns {Page}
 */
export function readPage(name, markdown, names) {
  /** @type {Section[]} */
  const sections = [];
  /** @type {string[]} */
  const pictures = [];
  const anchors = new Anchors();
  const rowIds = new Set();
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const id = anchors.next(plain(text));
        sections.push({ depth, id, title: plain(text), text: '' });
        const inner = this.parser.parseInline(tokens);
        if (depth === 1) return `<h1>${inner}</h1>\n`;
        return `<h${depth} id="${id}">${inner} <a class="anchor" href="#${id}" aria-label="Link to ${escapeHtml(plain(text))}">#</a></h${depth}>\n`;
      },
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens);
        const target = addressOf(name, href, names);
        return target === undefined ? inner : `<a href="${escapeHtml(target)}">${inner}</a>`;
      },
      image({ href, text }) {
        const path = posix.join(posix.dirname(name), href);
        pictures.push(path);
        return `<img src="/docs/${escapeHtml(path)}" alt="${escapeHtml(text)}" />`;
      },
      code({ text, lang }) {
        const label = lang ? ` (${escapeHtml(lang)})` : '';
        return `<pre tabindex="0" aria-label="Example${label}"><code>${escapeHtml(text)}</code></pre>\n`;
      },
      table({ header, rows }) {
        const titles = header.map(({ text }) => plain(text));
        const head = header.map(({ text, tokens }) =>
          text === '' ? '<td></td>' : `<th scope="col">${this.parser.parseInline(tokens)}</th>`,
        );
        const body = rows.map((cells) => {
          const id = rowId(cells[0]?.text ?? '', rowIds);
          const tds = cells.map(({ tokens }, at) => {
            const label = titles[at] ? ` data-label="${escapeHtml(titles[at])}"` : '';
            return `<td${label}>${this.parser.parseInline(tokens)}</td>`;
          });
          return `<tr${id ? ` id="${id}"` : ''}>${tds.join('')}</tr>`;
        });
        const last = sections.at(-1)?.title ?? name;
        const isHeadless = titles.every((title) => title === '');
        return `<div class="table-scroll" tabindex="0" role="group" aria-label="${escapeHtml(`Table: ${last}`)}"><table>${
          isHeadless ? '' : `<thead><tr>${head.join('')}</tr></thead>`
        }<tbody>${body.join('\n')}</tbody></table></div>\n`;
      },
      html({ text }) {
        // Comments are for tests, and an anchor is a place to link to. Nothing else gets from a file into a page.
        if (/^\s*(<!--[^]*?-->\s*)*$/.test(text)) return '';
        if (/^(<a id="[\w-]+">|<\/a>)$/.test(text)) return text;
        throw new Error(`docs/${name}.md holds HTML: ${text.slice(0, 60)}`);
      },
    },
  });
  const html = /** @type {string} */ (marked.parse(markdown));
  const [title = { title: name }] = sections;
  return { name, title: title.title, html, sections: withTexts(sections, markdown), pictures };
}

/** Ids of headings as the hosts of repositories make them, so that a link works in both places. */
class Anchors {
  #taken = new Map();

  next(title) {
    const slug = title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-');
    const count = this.#taken.get(slug) ?? 0;
    this.#taken.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  }
}

/** A row that is about one name can be linked to by it: `/docs/errors#budget_reached`. */
function rowId(cell, taken) {
  const [, id = ''] = /^`([\w.-]+)`$/.exec(cell) ?? [];
  if (id === '' || taken.has(id)) return '';
  taken.add(id);
  return id;
}

/** @returns where a link leads on a gateway, or nothing where that is not served */
function addressOf(from, href, names) {
  if (/^(https?:|mailto:|\/|#)/.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  const target = posix.join(posix.dirname(from), path).replace(/\.md$/, '').replace(/\/$/, '');
  if (!names.has(target)) return undefined;
  return pageAddress(target) + (anchor ? `#${anchor}` : '');
}

/** @param {string} name */
export const pageAddress = (name) => (name === 'README' ? '/docs' : `/docs/${name}`);

/** What stands below each heading, as words. */
function withTexts(sections, markdown) {
  const bodies = markdown
    .replaceAll(/^```[^]*?^```$/gm, (block) => block.replaceAll(/^#/gm, ' #'))
    .split(/^#{1,6} .*$/m)
    .slice(1);
  return sections.map((section, at) => ({ ...section, text: plain(bodies[at] ?? '') }));
}

/** Markdown without its marks. */
const plain = (text) =>
  text
    .replaceAll(/<!--[^]*?-->/g, '')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^```\w*$|^\s*[|: -]+$|[`*|]/gm, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** @param {string} text */
export const escapeHtml = (text) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
