import { member, stringOf, type JsonObject } from '#kernel';

/**
 * How a file stands at its place: as an address or a `data:` URL, as bare base64, or as either of what is
 * opened whatever it is.
 */
export type FileForm = 'url' | 'base64' | 'opened';

/** What data protection cannot look into. */
export type Unreadable = 'image' | 'audio' | 'document' | 'upload';

/**
 * What the schema of a format says of one place of a request. Where no schema names a place, all that
 * stands there is the caller's own: keys, numbers and strings are scanned. A place exempts a value only
 * if the value has the form that the place demands; any other value there is text like all text.
 */
export interface Place {
  /** Words of the format that a string may be here. */
  readonly words?: ReadonlySet<string>;
  /** The model: a name that leads nowhere is refused before anything is sent. */
  readonly isModel?: true;
  /** The name of something that the provider keeps, such as an uploaded file. */
  readonly isReference?: true;
  /** Bytes that only the provider understands, as strict base64. */
  readonly isSealed?: true;
  /** Sealed bytes may hold a text with them, which is looked through like any other. */
  readonly unpack?: (value: string) => Packed | undefined;
  readonly file?: { readonly kind: Unreadable; readonly form: FileForm };
  /** No provider sees it. */
  readonly isDropped?: true;
  /** What a signature stands under: any change breaks it, so it goes with its unit. */
  readonly isSigned?: true;
  /** An item of a list that goes on whole or not at all. @see SignedUnit.standIn */
  readonly unit?: { readonly standIn: string };
  /** Numbers here are tokens: a text that only who made them can read. */
  readonly isTokens?: true;
  /** Of each item of an array. */
  readonly items?: Place;
  /** Of an object, by key. A key that is in here is the format's; any other one is the caller's. */
  readonly members?: ReadonlyMap<string, Place>;
  /** Of the values under keys of the caller's own. */
  readonly rest?: Place;
  /** Chooses the place that an object has by what the object says of itself. */
  readonly pick?: (object: JsonObject) => Place | undefined;
}

export interface Packed {
  readonly text: string;
  /** What only the provider understands; may be empty. */
  readonly bytes: string;
}

/** A place of the format without a form of its own: strings are text, numbers are settings. */
export const KNOWN: Place = {};
export const MODEL: Place = { isModel: true };
export const REFERENCE: Place = { isReference: true };
export const SEALED: Place = { isSealed: true };
export const SIGNED: Place = { isSigned: true };
export const DROPPED: Place = { isDropped: true };

export const word = (words: string): Place => {
  const set = new Set(words.split(' '));
  return { words: set, items: { words: set } };
};

/** A text may stand here as a list of its tokens, or as a list of such lists. @param items of texts */
export const textOrTokens = (items: Place = {}): Place => ({
  items: { ...items, isTokens: true, items: { isTokens: true } },
});

export const list = (items: Place): Place => ({ items });

export const object = (members: Readonly<Record<string, Place>>): Place => ({
  members: new Map(Object.entries(members)),
});

/** Settings and texts that a format knows, by their names alone. */
export const known = (names: string): Readonly<Record<string, Place>> =>
  Object.fromEntries(names.split(' ').map((name) => [name, KNOWN]));

/** Members that differ by the word under `key`; an object with another word is the caller's own. */
export function byWord(key: string, places: Readonly<Record<string, Place>>): Place {
  const table = new Map(Object.entries(places));
  return { pick: (object) => table.get(stringOf(member(object, key)) ?? '') };
}

export type Members = Readonly<Record<string, Place>>;

/** The same by the `type` that an object says of itself. @param more members of all of them */
export const byType = (types: Readonly<Record<string, Members>>, more: Members = {}): Place =>
  byWord(
    'type',
    Object.fromEntries(
      Object.entries(types).map(([type, members]) => [
        type,
        object({ type: word(type), ...more, ...members }),
      ]),
    ),
  );

export const addressOf = (kind: Unreadable): Place => ({ file: { kind, form: 'url' } });

/** Whoever gets it opens what it leads to: a picture or an address, too, is a document here. */
export const openedAs = (kind: Unreadable): Place => ({ file: { kind, form: 'opened' } });

export const bytesOf = (kind: Unreadable): Place => ({ file: { kind, form: 'base64' } });

const REFERENCE_FORM = /^[a-z]{2,12}[-_][A-Za-z0-9]{8,128}$/;
const SEALED_FORM = /^[A-Za-z0-9+/_-]{16,}={0,2}$/;
/** Of sealed bytes. */
export const SEALED_CHARS_MAX = 262_144; // A reasoning of 50,000 tokens; checked without a pause.

export const isReference = (value: string): boolean => REFERENCE_FORM.test(value);

export const isSealed = (value: string): boolean =>
  value.length <= SEALED_CHARS_MAX && SEALED_FORM.test(value);
