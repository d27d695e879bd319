import { runAtOnce } from '#kernel';
import { expect, it } from 'vitest';
import { scanText } from '../scan-text.js';
import { IntroducedPeople } from './introduced.js';
import { shippedModel } from './model.js';

const TURNS = [
  'I met Zubrowska.',
  'My name is Marta Zubrowska, I wrote yesterday.',
  'Zubrowska wrote again, zubrowska@ is no name and neither is ZubrowskaParser.',
  'See https://example.org/a-Zubrowska/x, @Zubrowska and Zubrowska@ as well as Zubrowska2.',
];

/** What each text of a conversation gets beside its own findings. */
function introducedIn(texts: readonly string[]): readonly (readonly string[])[] {
  const people = new IntroducedPeople(shippedModel());
  return texts.map((text) => {
    const { findings } = runAtOnce(scanText(text, { terms: null }));
    return runAtOnce(people.findIn(text, findings)).map(({ start, end }) => text.slice(start, end));
  });
}

it('finds by surname who was introduced in an earlier text', () => {
  expect(introducedIn(TURNS)).toEqual([[], [], ['Zubrowska'], []]);
});

it('changes nothing in texts that came before', () => {
  const [first] = introducedIn(TURNS.slice(0, 1));
  const [again] = introducedIn(TURNS);
  expect(again).toEqual(first);
});

it('finds nothing twice', () => {
  const [, second] = introducedIn([TURNS[1] as string, TURNS[1] as string]);
  expect(second).toEqual([]);
});
