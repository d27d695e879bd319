import { describe, expect, it } from 'vitest';
import { foundIn } from '../../testing/found-in.js';

describe('cards of issuers without a range of their own here', () => {
  it.each([
    ['I have lost my card 180016070420458.', '180016070420458'],
    ['card number 3598899323053410 is lost', '3598899323053410'],
    ['cc 4158112277712 on my account', '4158112277712'],
    ['"card_number": "213176828496175"', '213176828496175'],
    ['Kreditkarte 3509 4131 9965 4323', '3509 4131 9965 4323'],
  ])('are told by a word in %s', (text, card) => {
    expect(foundIn('credit_card', text)).toEqual([card]);
  });

  it.each([
    'order 180016070420458 shipped',
    '3598899323053410',
    'card 180016070420459',
    'card 0000000000000',
    'card 12345',
  ])('are not seen in %s', (text) => {
    expect(foundIn('credit_card', text)).toEqual([]);
  });
});
