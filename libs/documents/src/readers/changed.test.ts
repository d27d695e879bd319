import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { DocumentFault } from '../document-fault.js';
import { anArchive } from '../testing/an-archive.js';
import { aDocx, anOdt, anXlsx, aPptx } from '../testing/office-files.js';
import { readDocument, type WrittenKind } from './read-document.js';

const HIDDEN = { body: ['Elea', 'nor'], elsewhere: 'Tobias' };
const OFFICE: readonly (readonly [WrittenKind, Uint8Array])[] = [
  ['docx', aDocx(HIDDEN)],
  ['xlsx', anXlsx(HIDDEN)],
  ['pptx', aPptx(HIDDEN)],
  ['odt', anOdt(HIDDEN)],
];
const TEXTS: readonly (readonly [WrittenKind, string])[] = [
  [
    'rtf',
    String.raw`{\rtf1{\fonttbl{\f1\fcharset238 B;}}\trowd A\cell\row{\footnote x}{\*\annotation y}\u321?\'fc\par}`,
  ],
  [
    'html',
    '<ul><li>a<table><tr><td rowspan=2>b<td><a href="mailto:x">c</a></table><img alt=d></ul>',
  ],
  ['eml', 'From: a\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nhi =?utf-8?Q?=C3?=\n--b--'],
  ['csv', 'a;"b ""c""";d\n1;2;3\n'],
];
const VALUES = ['-1', '99999999', 'x', '', 'NaN', '1e9'];
const SIGNS = '{}\\<>"=;:-&#\n';
const ROUNDS = 60;

/** The same numbers each time. */
function numbers(): (below: number) => number {
  let state = 7;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) % below;
  };
}

/** Anything else that is thrown would be a fault of the reader's own. */
function expectReadOrRefused(kind: WrittenKind, bytes: Uint8Array): void {
  try {
    readDocument(kind, bytes);
  } catch (fault) {
    expect(fault).toBeInstanceOf(DocumentFault);
  }
}

it.each(OFFICE)('a %s with values changed or parts missing is read or refused', (kind, bytes) => {
  const next = numbers();
  const parts = unzipSync(bytes);
  const names = Object.keys(parts).filter((name) => /\.(?:xml|rels)$/.test(name));
  for (let round = 0; round < ROUNDS; round++) {
    const name = names[next(names.length)] ?? '';
    const text = new TextDecoder().decode(parts[name]);
    const attributes = [...text.matchAll(/\s[\w:]+="[^"]*"/g)];
    const { index, 0: found } = attributes[next(Math.max(1, attributes.length))] ?? {
      index: 0,
      0: '',
    };
    const put = round % 2 === 0 ? '' : found.replace(/"[^"]*"/, `"${VALUES[next(VALUES.length)]}"`);
    const changed = text.slice(0, index) + put + text.slice(index + found.length);
    const { [name]: _gone, ...others } = parts;
    expectReadOrRefused(kind, anArchive(round % 3 === 0 ? others : { ...parts, [name]: changed }));
  }
});

it.each(TEXTS)('a %s with signs changed is read or refused', (kind, text) => {
  const next = numbers();
  for (let round = 0; round < 10 * ROUNDS; round++) {
    const bytes = Buffer.from(text);
    for (let change = 0; change < 6; change++) {
      bytes[next(bytes.length)] = SIGNS.charCodeAt(next(SIGNS.length));
    }
    expectReadOrRefused(kind, bytes);
  }
});
