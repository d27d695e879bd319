import { describe, expect, it } from 'vitest';
import { DOCUMENT_BYTES_MAX } from '../limits.js';
import { readDataUrl } from './data-url.js';
import { kindOf } from './kind-of.js';
import { sniff } from './sniff.js';

const refused = (key: string) =>
  expect.objectContaining({ key, details: { param: 'file' } }) as unknown;

describe('a data: URL', () => {
  it('has its bytes and its type', async () => {
    const bytes = Buffer.alloc(700_000, 'abc');
    const url = `data:Text/Plain;charset=utf-8;base64,${bytes.toString('base64')}`;
    const read = await readDataUrl(url, 'file');
    expect(read.mediaType).toBe('text/plain');
    expect(Buffer.compare(Buffer.from(read.bytes), bytes)).toBe(0);
  });

  it.each([
    'data:,hello',
    'data:text/plain;base64,',
    'data:text/plain;base64,YQ',
    'data:text/plain;base64,YQ==YQ==',
    'data:text/plain;base64,Y Q=',
    'data:text/plain;base64,YQ-_',
    'https://example.org/a.pdf',
    'YWJj',
  ])('is none: %s', async (url) => {
    await expect(readDataUrl(url, 'file')).rejects.toEqual(refused('document_invalid'));
  });

  it('is judged by its size before it is decoded', async () => {
    const url = `data:;base64,${'*'.repeat(4 * Math.ceil(DOCUMENT_BYTES_MAX / 3) + 4)}`;
    await expect(readDataUrl(url, 'file')).rejects.toMatchObject({ key: 'body_too_large' });
  });
});

describe('a kind', () => {
  const text = (value: string) => Buffer.from(value, 'utf8');

  it.each<[string, Buffer, string | null]>([
    ['a PDF behind some bytes', text('\n\n%PDF-1.7 ...'), 'pdf'],
    ['a PNG', Buffer.from('\x89PNG\r\n\x1a\n\0\0', 'latin1'), 'image'],
    ['a JPEG', Buffer.from('ffd8ffe000104a46', 'hex'), 'image'],
    ['RTF', text('{\\rtf1 x}'), 'rtf'],
    ['HTML', text('<!DOCTYPE html><p>x'), 'html'],
    ['a mail', text('From: a@b.example\r\nSubject: x\r\n\r\nHi'), 'eml'],
    ['a text', text('Grüße'), 'text'],
    ['a text of Windows', Buffer.from('Gr\xfc\xdfe', 'latin1'), 'text'],
    ['an archive of nothing known', Buffer.from('PK\x03\x04\0\0', 'latin1'), null],
    ['bytes', Buffer.from([1, 2, 3]), null],
    ['nothing', Buffer.alloc(0), null],
  ])('is told by the bytes of %s', (_what, bytes, kind) => {
    expect(sniff(bytes)).toBe(kind);
  });

  it('of a text is told by its name, and of nothing else', () => {
    expect(sniff(text('a;b\n1;2'), '', 'people.csv')).toBe('csv');
    expect(sniff(text('a;b\n1;2'), 'text/csv')).toBe('csv');
    expect(sniff(text('%PDF-1.7'), 'text/csv', 'people.csv')).toBe('pdf');
  });
});

it('an office file with a password is told from what is of no kind', () => {
  const container = (name: string): Uint8Array =>
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from(name, 'utf16le')]);
  const declared = { mediaType: '', filename: 'letter.docx' };
  expect(() => kindOf(container('EncryptedPackage'), declared)).toThrow('document_encrypted');
  expect(() => kindOf(container('WordDocument'), declared)).toThrow('document_type_unsupported');
});

it('a text in UTF-16 is a text', () => {
  expect(sniff(Buffer.from('\ufeffHello', 'utf16le'))).toBe('text');
});
