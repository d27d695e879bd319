import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { sample } from './__fixtures__/sample';
import { DocumentView } from './docs-page';

beforeAll(() => {
  vi.stubGlobal('location', { origin: 'https://gateway.test', hash: '' });
});

describe('the documentation page', () => {
  const page = () => renderToStaticMarkup(<DocumentView document={sample} />);
  const text = () => page().replaceAll(/<[^>]+>/g, '');

  it('shows title, version, base address and paragraphs', () => {
    expect(text()).toContain('Lending library');
    expect(text()).toContain('Version 2.1 · Address https://gateway.test/api');
    expect(page()).toContain('<p class="prose">Books to <code>borrow</code>.</p>');
  });

  it('links every endpoint of its index to a place on the page', () => {
    const links = [...page().matchAll(/<a href="#([^"]+)" title/g)].map(([, id]) => id);
    expect(links).toEqual(['getBook', 'post-books']);
    for (const id of links) expect(page()).toContain(`id="${id}"`);
  });

  it('shows fields with type, bounds and whether they are required', () => {
    expect(text()).toContain('titlestringrequired');
    expect(text()).toContain(
      'one of &quot;novel&quot;, &quot;poem&quot; · default &quot;novel&quot;',
    );
    expect(text()).toContain('404 No such book');
  });

  it('lists every error key, and when to try again', () => {
    expect(text()).toContain('shelf_empty503emptylibrary_errorNo book is left.after 60 s');
    expect(text()).toContain('late402feefeeA fee is due.no');
    expect(page()).toContain('href="#errors"');
  });

  it('leads to where the rest is explained, if a browser can go there safely', () => {
    expect(page()).toContain('<a href="https://books.test/isbn" rel="noreferrer">');
    expect(text()).toContain('See also: What an ISBN is');
    expect(page()).not.toContain('javascript:');
  });

  it('says where a body may hold more than is listed', () => {
    expect(text()).toContain('Further fields are allowed.');
  });

  it('shows a document that says almost nothing', () => {
    expect(renderToStaticMarkup(<DocumentView document={{ paths: {} }} />)).toContain(
      'API documentation',
    );
  });
});
