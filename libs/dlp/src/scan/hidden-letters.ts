import { unitsOf } from './unit-table.js';
import type { Decoding } from './view.js';

/** Tags repeat ASCII from here on, and nothing shows them. */
const TAGS = 0xe0000;
/** Variation selectors number bytes: U+E0100 is 0x10. */
const SELECTORS = 0xe00f0;
const HIDDEN = String.raw`[\u{e0020}-\u{e007e}\u{e0110}-\u{e016e}]`;
/** Of all of them. */
const HIGH_SURROGATE = '\udb40';

const UNSEEN = String.raw`\p{Default_Ignorable_Code_Point}`;
/** Letters and digits beside what is hidden are no part of it. */
const SHOWN_BESIDE = String.raw`[\p{L}\p{N}](?=${UNSEEN})|(?<=${UNSEEN})[\p{L}\p{N}]`;

export const mayHoldHidden = (text: string): boolean => text.includes(HIGH_SURROGATE);

/** ASCII in characters that nothing shows; models read it all the same. */
export const HIDDEN_LETTERS: Decoding = {
  pattern: new RegExp(`${HIDDEN}|${SHOWN_BESIDE}|${UNSEEN}`, 'uy'),
  begins: unitsOf(new RegExp(String.raw`[\p{L}\p{N}]|${UNSEEN}|[\ud800-\udbff]`, 'u')),
  mayJoin: (text, from) => text.startsWith(HIGH_SURROGATE, from),
  decode(character) {
    const code = character.codePointAt(0) ?? 0;
    if (/[\p{L}\p{N}]/u.test(character)) return ` ${character} `;
    if (code < TAGS || code >= SELECTORS + 0x80) return '';
    return String.fromCharCode(code - (code < SELECTORS ? TAGS : SELECTORS));
  },
};
