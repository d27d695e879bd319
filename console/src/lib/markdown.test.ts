import { describe, expect, it } from 'vitest';
import { readMarkdown } from './markdown';
import { readSpans } from './markdown-spans';

describe('the blocks of an answer', () => {
  it('are those that models write', () => {
    const kinds = readMarkdown(
      '# A\n\nb\nc\n\n- d\n  - e\n\n2. f\n\n> g\n\n---\n\n| h | i |\n|---|---|\n| 1 | 2 |\n\n```js\nx < y\n```',
    );
    expect(kinds).toEqual([
      { kind: 'heading', level: 1, text: 'A' },
      { kind: 'text', text: 'b\nc' },
      {
        kind: 'list',
        start: null,
        items: [
          [
            { kind: 'text', text: 'd' },
            { kind: 'list', start: null, items: [[{ kind: 'text', text: 'e' }]] },
          ],
        ],
      },
      { kind: 'list', start: 2, items: [[{ kind: 'text', text: 'f' }]] },
      { kind: 'quote', blocks: [{ kind: 'text', text: 'g' }] },
      { kind: 'rule' },
      { kind: 'table', head: ['h', 'i'], rows: [['1', '2']] },
      { kind: 'code', language: 'js', text: 'x < y' },
    ]);
  });

  it('are read from half of it: what is open goes on to the end', () => {
    expect(readMarkdown('a\n```py\nprint(')).toEqual([
      { kind: 'text', text: 'a' },
      { kind: 'code', language: 'py', text: 'print(' },
    ]);
    expect(readMarkdown('| a | b |')).toEqual([{ kind: 'text', text: '| a | b |' }]);
  });

  it('end, however deep they are nested, and whatever piece of them has come', () => {
    const deep = '> '.repeat(10_000);
    expect(readMarkdown(`${deep}a`)).toHaveLength(1);
    const whole = '# A\n- **b** `c`\n  1. d\n```\n~~~\n> e\n| f |\n|--|\n[g](http://h)';
    for (let end = 0; end <= whole.length; end++) {
      const blocks = readMarkdown(whole.slice(0, end));
      expect(blocks.length).toBeLessThanOrEqual(end);
    }
  });
});

describe('the words of a line', () => {
  it('are set as they say', () => {
    expect(readSpans('a **b _c_** `d*e*` ~~f~~ snake_case_name 2*3*4')).toEqual([
      { kind: 'text', text: 'a ' },
      {
        kind: 'strong',
        spans: [
          { kind: 'text', text: 'b ' },
          { kind: 'em', spans: [{ kind: 'text', text: 'c' }] },
        ],
      },
      { kind: 'text', text: ' ' },
      { kind: 'code', text: 'd*e*' },
      { kind: 'text', text: ' ' },
      { kind: 'del', spans: [{ kind: 'text', text: 'f' }] },
      { kind: 'text', text: ' snake_case_name 2*3*4' },
    ]);
    expect(readSpans('half **of')).toEqual([{ kind: 'text', text: 'half **of' }]);
  });

  it('lead to addresses that run nothing, and fetch none', () => {
    expect(readSpans('[a](https://b.example/c)')).toMatchObject([
      { kind: 'link', href: 'https://b.example/c' },
    ]);
    expect(readSpans('![a](https://b.example/c.png)')).toMatchObject([{ kind: 'link' }]);
    for (const href of ['javascript:alert(1)', 'data:text/html,x', '//b.example', 'JaVaScRiPt:x']) {
      expect(readSpans(`[a](${href})`)).toEqual([{ kind: 'text', text: `[a](${href})` }]);
    }
    expect(readSpans('<img src=x onerror=alert(1)>')).toEqual([
      { kind: 'text', text: '<img src=x onerror=alert(1)>' },
    ]);
  });
});
