import { TextDecoder } from 'node:util';

/** Names of code pages that decoders know, by their numbers; others are read as Windows writes western Europe. */
const PAGES: Readonly<Record<number, string>> = {
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  1250: 'windows-1250',
  1251: 'windows-1251',
  1253: 'windows-1253',
  1254: 'windows-1254',
  1255: 'windows-1255',
  1256: 'windows-1256',
  1257: 'windows-1257',
  1258: 'windows-1258',
  10000: 'macintosh',
  65001: 'utf-8',
};

/** What a font is made for, as a code page. */
const OF_CHARSET: Readonly<Record<number, number>> = {
  77: 10_000,
  128: 932,
  129: 949,
  134: 936,
  136: 950,
  161: 1_253,
  162: 1_254,
  163: 1_258,
  177: 1_255,
  178: 1_256,
  186: 1_257,
  204: 1_251,
  222: 874,
  238: 1_250,
};

export const pageOfCharset = (charset: number): number | undefined => OF_CHARSET[charset];

const decoders = new Map<string, TextDecoder>();

export function decodeBytes(bytes: readonly number[], page: number): string {
  const name = PAGES[page] ?? 'windows-1252';
  let decoder = decoders.get(name);
  if (!decoder) decoders.set(name, (decoder = new TextDecoder(name)));
  return decoder.decode(Uint8Array.from(bytes));
}
