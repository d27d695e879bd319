import { member, stringOf } from '#kernel';
import { isSealed, object, SEALED, SIGNED, word, type Place } from './place.js';

/** Places that several formats share. */

export const CACHE_CONTROL: Place = object({ type: word('ephemeral'), ttl: word('5m 1h') });
/** Of what may carry a mark of the prompt cache. */
export const MARKED = { cache_control: CACHE_CONTROL };
export const DETAIL: Place = word('auto low high original');
export const AUDIO_FORMAT: Place = word('wav mp3 flac opus pcm16 aac');

/**
 * The same objects where a model has thought: with a signature, the text under `name` is forwarded as
 * it is, or the whole is removed. Nobody but the assistant thinks, so this stands only in what it said.
 * @param standIn JSON of what a list holds that nothing else was left in
 */
export const signable = (
  place: Place,
  name: string,
  types: readonly string[],
  standIn: string,
): Place => ({
  pick: (part) => {
    const own = place.pick ? place.pick(part) : place;
    const signature = stringOf(member(part, 'signature'));
    if (!types.includes(stringOf(member(part, 'type')) ?? '')) return own;
    if (signature === undefined || !isSealed(signature)) return own;
    const members = new Map([
      ...(own?.members ?? []),
      [name, SIGNED],
      ['signature', SEALED],
    ] as const);
    return { members, unit: { standIn } };
  },
});

/** A turn that held nothing but thinking has to say something. */
export const REMOVED_THINKING = '{"type":"text","text":"«THINKING»"}';
