// The frame around a page: header with the search, navigation, and the page before and after.
import { API_REFERENCE, NAVIGATION } from './navigation.mjs';
import { escapeHtml, pageAddress } from './read-page.mjs';

/**
 * @param {import('./read-page.mjs').Page} page
 * @param {ReadonlyMap<string, string>} titles of all pages, by name
 */
export function writePage(page, titles) {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${escapeHtml(page.title)} · Model gateway</title>
    <link rel="icon" type="image/svg+xml" href="/docs/assets/favicon.svg" />
    <link rel="stylesheet" href="/docs/assets/docs.css" />
    <script src="/docs/assets/docs.js" defer></script>
  </head>
  <body>
    <a class="skip-link" href="#main">Skip to the content</a>
    <header class="site-header">
      <div class="site-header-inner">
        <a class="brand" href="/docs"><img src="/docs/assets/favicon.svg" alt="" width="28" height="28" />Model gateway</a>
        <nav aria-label="Pages">
          <a href="/docs" aria-current="true">Documentation</a>
          <a href="${API_REFERENCE.path}">${API_REFERENCE.title}</a>
          <a href="/console/">Console</a>
        </nav>
        <search class="search" hidden>
          <label for="search">Search the documentation</label>
          <input id="search" type="search" autocomplete="off" placeholder="Search ( / )" aria-describedby="found" />
          <div class="found">
            <p id="found" class="muted small" role="status"></p>
            <ol></ol>
          </div>
        </search>
      </div>
    </header>
    <div class="docs">
      <nav class="docs-nav" aria-label="Documentation">
        <details>
          <summary>Contents</summary>
${NAVIGATION.map((group) => writeGroup(group, page, titles)).join('\n')}
        </details>
      </nav>
      <main id="main" class="prose-page" data-page="${page.name}">
${page.html}${writeNeighbours(page, titles)}
      </main>
    </div>
  </body>
</html>
`;
}

function writeGroup({ name, pages }, page, titles) {
  const items = pages.map((one) => {
    const isHere = one === page.name || (one === 'decisions' && page.name.startsWith('decisions/'));
    const link = `<a href="${pageAddress(one)}"${isHere ? ' aria-current="page"' : ''}>${escapeHtml(titles.get(one) ?? one)}</a>`;
    return `<li>${link}${isHere ? writeContents(page) : ''}</li>`;
  });
  return `<h2>${name}</h2><ul>${items.join('')}</ul>`;
}

function writeContents({ sections }) {
  const heads = sections.filter(({ depth }) => depth === 2);
  if (heads.length < 2) return '';
  return `<ul class="on-this-page">${heads
    .map(({ id, title }) => `<li><a href="#${id}">${escapeHtml(title)}</a></li>`)
    .join('')}</ul>`;
}

function writeNeighbours(page, titles) {
  const order = NAVIGATION.flatMap(({ pages }) => pages);
  const at = order.indexOf(page.name);
  if (at < 0) return '';
  const link = (name, rel, word) =>
    name === undefined
      ? '<span></span>'
      : `<a rel="${rel}" href="${pageAddress(name)}"><span class="muted small">${word}</span>${escapeHtml(titles.get(name) ?? name)}</a>`;
  return `<nav class="neighbours" aria-label="Before and after">${link(order[at - 1], 'prev', 'Before')}${link(order[at + 1], 'next', 'Next')}</nav>`;
}
