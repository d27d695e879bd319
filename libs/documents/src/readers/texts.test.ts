import { describe, expect, it } from 'vitest';
import { shownName } from '../intake/shown-name.js';
import { sniff } from '../intake/sniff.js';
import { writeBlocks } from '../layout/blocks.js';
import { readDocument, type WrittenKind } from './read-document.js';

const read = (kind: WrittenKind, text: string) => readDocument(kind, Buffer.from(text, 'latin1'));

const told = (kind: WrittenKind, text: string): string =>
  read(kind, text)
    .pages.map(({ body }) => writeBlocks(body))
    .join('\n\n');

describe('a page of HTML', () => {
  it.each([
    ['Elea<b>nor</b> Whit<x-y>com</x-y>be', 'Eleanor Whitcombe'],
    ['Elea<!-- -->nor Whit&shy;com&#8203;be', 'Eleanor Whitcombe'],
    ['Elea<span style="DISPLAY : none">x</span>nor', 'Eleanor'],
    ['a<span hidden>b</span><script>c</script><template>d</template>', 'a'],
    ['<p style="display:none">a<p>b', 'b'],
    ['<div style="font-size:0px">a</div><div style="opacity:0.5">b</div>', 'b'],
    ['one<br>two<p>three', 'one\ntwo\n\nthree'],
    [
      '<a href="https://example.org/?n=Ann%20Lee">here</a> now',
      'here now (https://example.org/?n=Ann Lee)',
    ],
    ['<img alt="Ann" src=x><img width=1 height=1 src=y>', '[picture: Ann]'],
    ['<ol start=3><li>a<ul><li>b</ul><li>c</ol>', '3. a\n  - b\n4. c'],
    ['<input value="Ann"><input type=hidden value=x>', 'Ann'],
  ])('%s reads %s', (html, text) => {
    expect(told('html', html)).toBe(text);
  });

  it('has tables in their columns, and none that only arranges', () => {
    expect(told('html', '<table><tr><th rowspan=2>a<th colspan=2>b<tr><td>c<td>d|e</table>')).toBe(
      '| a | b |  |\n| --- | --- | --- |\n|  | c | d\\|e |',
    );
    expect(
      told('html', '<table><tr><td><h1>Hi</h1><table><tr><td>x<td>y</table></td></tr></table>'),
    ).toBe('# Hi\n\n| x | y |\n| --- | --- |');
  });

  it('is read as it says that it is written', () => {
    expect(told('html', '<meta charset="iso-8859-2"><p>\xa3ukasz')).toBe('Łukasz');
  });

  it('with a hundred thousand open tags takes no time, and hides what it hides', () => {
    const text = told('html', `${'<div>'.repeat(100_000)}seen<div hidden>unseen</div>`);
    expect(text).toBe('seen');
  });

  it.each(['<!-- c --><div>x', '<?xml version="1.0"?><html>', ' <!DOCTYPE html>'])(
    '%s is known without a name',
    (html) => {
      expect(sniff(Buffer.from(html))).toBe('html');
    },
  );
});

it('is told from a text in no time, whatever it begins with', () => {
  expect(sniff(Buffer.from(`${'<!---->'.repeat(140)}x`))).toBe('text');
});

describe('a mail', () => {
  const mail = (...lines: readonly string[]): string =>
    ['From: ann@example.org', ...lines].join('\r\n');

  it('is its best form, decoded, with what is attached', () => {
    const source = mail(
      'Subject: =?utf-8?Q?Gr=C3?= =?utf-8?Q?=BC=C3=9Fe?=',
      'Content-Type: multipart/mixed; boundary="x"',
      '',
      '--x',
      'Content-Type: multipart/alternative; boundary=y',
      '',
      '--y',
      '',
      'plain',
      '--y',
      'Content-Type: text/html; charset=utf-8',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from('<p>Elea<b>nor</b> Whitcombe').toString('base64'),
      '--y--',
      '--x',
      'Content-Type: image/png',
      'Content-ID: <1>',
      '',
      'x',
      '--x',
      "Content-Disposition: attachment; filename*0*=utf-8''J%C3%BCr; filename*1=gen.txt",
      '',
      'note',
      '--x--',
    );
    expect(told('eml', source)).toBe(
      '# Grüße\n\nFrom: ann@example.org\n\nEleanor Whitcombe\n\n[attached: Jürgen.txt]',
    );
    const { pages, attachments } = read('eml', source);
    expect(pages[0]?.pictures).toBe(1);
    expect(attachments.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual(['note']);
  });

  it('is refused with parts in parts without end', () => {
    const parts = Array.from(
      { length: 30 },
      (_, index) => `Content-Type: multipart/mixed; boundary=b${index}\r\n\r\n--b${index}\r\n`,
    );
    expect(() => told('eml', mail(parts.join('')))).toThrow('document_too_large_to_scan');
  });
});

describe('a text in RTF', () => {
  it('has its letters, tables, notes and links, and none of what is hidden', () => {
    const text = told(
      'rtf',
      String.raw`{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 A;}{\f1\fcharset238 B;}}{\info{\author Gone}}{\*\generator x}` +
        String.raw`\pard\outlinelevel0 Title\par\pard{\listtext\'b7\tab}Elea{\b nor} Whit\-combe{\footnote See {\i it}}\par` +
        String.raw`{\v hidden}{\f1\'a3}ukasz \u321?\u347\'3f{\field{\*\fldinst HYPERLINK "https://example.org/a%20b"}{\fldrslt here}}\par` +
        String.raw`\trowd\intbl A\cell B\cell\row\trowd\intbl 1\cell 2\cell\row\pard{\*\atnauthor Ann}{\*\annotation ask}{\pict\bin4 }}{{\par}`,
    );
    expect(text).toBe(
      '# Title\n\n- Eleanor Whitcombe[^1]\n\nŁukasz Łśhere (https://example.org/a b)\n\n' +
        '| A | B |\n| --- | --- |\n| 1 | 2 |\n\n[picture]\n\n[^1]: See it\n\n[comment by Ann: ask]',
    );
  });

  it('is refused with groups in groups without end', () => {
    expect(() => told('rtf', `{\\rtf1${'{'.repeat(1_000)}`)).toThrow('document_unreadable');
  });
});

it('a table as text is one of markdown', () => {
  expect(told('csv', '\xef\xbb\xbfname;mail\r\n"Lee; Ann";a|b\r\n')).toBe(
    '| name | mail |\n| --- | --- |\n| Lee; Ann | a\\|b |',
  );
});

it.each([
  ['a.pdf]\n\n[b.pdf', 'a.pdf b.pdf'],
  ['eleanor_whitcombe.pdf', 'eleanor whitcombe.pdf'],
  ['Ann%2520Lee%0A.pdf', 'Ann Lee .pdf'],
  ['a.pdf, page 1 of 9', 'a.pdf page 1 of 9'],
  ['\u202egpj.exe', 'gpj.exe'],
  ['x'.repeat(500), 'document'],
  ['', 'document'],
])('%j is shown as %j', (name, shown) => {
  expect(shownName(name)).toBe(shown);
});
