import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { sha256 } from '#kernel';

/** C2SP signed-note: a text, a blank line, and one line for each signature. */

const ED25519 = 1; // The signature type of signed-note.
const KEY_ID_BYTES = 4;
const SPKI_ED25519 = Buffer.from('302a300506032b6570032100', 'hex'); // DER in front of the 32 bytes.
const PUBLIC_KEY_BYTES = 32;

/** A public key under the name that it signs for: `<name>+<key id>+<base64 of type and key>`. */
export interface NoteKey {
  readonly name: string;
  readonly publicKey: KeyObject;
}

/** @param text ends with a newline */
export function signNote(text: string, key: NoteKey, privateKey: KeyObject): string {
  const signature = Buffer.concat([keyIdOf(key), sign(null, Buffer.from(text), privateKey)]);
  return `${text}\n— ${key.name} ${signature.toString('base64')}\n`;
}

/** The signed text, or undefined when no signature of this key is on the note or it is wrong. */
export function openNote(note: string, key: NoteKey): string | undefined {
  const border = note.lastIndexOf('\n\n');
  if (border < 0) return undefined;
  const text = note.slice(0, border + 1);
  for (const line of note.slice(border + 2).split('\n')) {
    const [dash, name, encoded] = line.split(' ');
    if (dash !== '—' || name !== key.name || !encoded) continue;
    const bytes = Buffer.from(encoded, 'base64');
    if (!bytes.subarray(0, KEY_ID_BYTES).equals(keyIdOf(key))) continue;
    const isGood = verify(
      null,
      Buffer.from(text),
      key.publicKey,
      new Uint8Array(bytes.subarray(KEY_ID_BYTES)),
    );
    return isGood ? text : undefined;
  }
  return undefined;
}

/** `name` holds neither spaces nor `+`. */
export function writeNoteKey(key: NoteKey): string {
  const encoded = Buffer.concat([Buffer.of(ED25519), rawKeyOf(key.publicKey)]).toString('base64');
  return `${key.name}+${keyIdOf(key).toString('hex')}+${encoded}`;
}

/** @throws when the text is no Ed25519 key or its id does not belong to name and key */
export function readNoteKey(text: string): NoteKey {
  const match = /^([^\s+]+)\+([0-9a-f]{8})\+([0-9A-Za-z+/]+=*)$/.exec(text.trim());
  const bytes = Buffer.from(match?.[3] ?? '', 'base64');
  if (!match || bytes[0] !== ED25519 || bytes.length !== 1 + PUBLIC_KEY_BYTES) {
    throw new Error('This is not a verifier key of the form <name>+<8 hex digits>+<base64>.');
  }
  const der = Buffer.concat([SPKI_ED25519, bytes.subarray(1)]);
  const key = {
    name: match[1] as string,
    publicKey: createPublicKey({ key: der, format: 'der', type: 'spki' }),
  };
  if (keyIdOf(key).toString('hex') !== match[2]) {
    throw new Error('The key id of this verifier key does not belong to its name and key.');
  }
  return key;
}

function keyIdOf({ name, publicKey }: NoteKey): Buffer {
  const input = Buffer.concat([Buffer.from(`${name}\n`), Buffer.of(ED25519), rawKeyOf(publicKey)]);
  return sha256(input).subarray(0, KEY_ID_BYTES);
}

const rawKeyOf = (publicKey: KeyObject): Buffer =>
  publicKey.export({ format: 'der', type: 'spki' }).subarray(-PUBLIC_KEY_BYTES);
