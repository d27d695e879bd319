import { createHash } from 'node:crypto';
import { findingOf, type Evidence, type Finding } from '../../kinds.js';
import { isIn, unitsOf } from '../unit-table.js';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const RIPPLE_ALPHABET = 'rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz';

/** What addresses with a checksum of SHA-256 begin with, and the version that they have to carry. */
const COINS: Readonly<Record<string, readonly [subtype: string, version: number]>> = {
  '1': ['btc', 0x00],
  '3': ['btc', 0x05],
  L: ['ltc', 0x30],
  M: ['ltc', 0x32],
  D: ['doge', 0x1e],
  T: ['trx', 0x41],
  r: ['xrp', 0x00],
};

/** Version, 20 bytes of a hash, four of a checksum. */
const ADDRESS_BYTES = 25;
const BASE58 = /[1-9A-HJ-NP-Za-km-z]{25,35}(?![\p{L}\p{N}_])/uy;
const BECH32 = /(?:bc|tb|ltc)1[02-9ac-hj-np-z]{11,71}(?![\p{L}\p{N}_])/iuy;
const ETHEREUM = /0x[0-9a-f]{40}(?![\p{L}\p{N}_])/iuy;
/** Monero's has a checksum of Keccak: 95 characters are proof enough. */
const MONERO = /[48][0-9AB][1-9A-HJ-NP-Za-km-z]{93}(?![\p{L}\p{N}_])/uy;

/** @param start index of a letter or digit that begins a word */
export function findCryptoWallet(text: string, start: number): Finding | undefined {
  if (!isIn(BEGINS, text, start) || !isLong(text, start)) return undefined;
  const first = text.charAt(start);
  if (first === '0') return shaped(text, start, ETHEREUM, 'eth', 0.7, 'prefix', isNoConstant);
  if (first === '4' || first === '8') return shaped(text, start, MONERO, 'xmr', 0.8, 'shape');
  if (/[bBtTlL]/.test(first)) {
    const modern = shaped(text, start, BECH32, 'btc', 0.95, 'checksum', passesBech32);
    if (modern) return /[lL]/.test(first) ? { ...modern, subtype: 'ltc' } : modern;
  }
  const coin = COINS[first];
  if (!coin) return undefined;
  const [subtype, version] = coin;
  const alphabet = first === 'r' ? RIPPLE_ALPHABET : ALPHABET;
  return shaped(text, start, BASE58, subtype, 0.95, 'checksum', (address) =>
    passesBase58(address, version, alphabet),
  );
}

/** What an address of any coin begins with, in ASCII. */
const BEGINS = unitsOf(/[0138LMDTrbBtl4]/);
/** `bc1` and eleven more: hardly a word is as long as the shortest address. */
export const WALLET_CHARS_MIN = 14;

function isLong(text: string, start: number): boolean {
  for (let at = start + 1; at < start + WALLET_CHARS_MIN; at++) {
    if (!isWordUnit(text.charCodeAt(at))) return false;
  }
  return true;
}

function shaped(
  text: string,
  start: number,
  shape: RegExp,
  subtype: string,
  score: number,
  evidence: Evidence,
  passes: (address: string) => boolean = () => true,
): Finding | undefined {
  shape.lastIndex = start;
  const address = shape.exec(text)?.[0];
  if (address === undefined || !passes(address)) return undefined;
  return findingOf('crypto_wallet', start, start + address.length, { score, evidence, subtype });
}

/** Not the zero address nor what programs fill with: few characters, or one long run. */
const isNoConstant = (address: string): boolean =>
  new Set(address.slice(2).toLowerCase()).size > 6 && !/(.)\1{7}/.test(address);

/** Base58Check: the last four bytes begin the hash of the hash of those before. */
function passesBase58(address: string, version: number, alphabet: string): boolean {
  const bytes = new Uint8Array(ADDRESS_BYTES);
  for (let index = 0; index < address.length; index++) {
    let carry = alphabet.indexOf(address.charAt(index));
    for (let at = ADDRESS_BYTES - 1; at >= 0; at--) {
      carry += (bytes[at] as number) * 58;
      bytes[at] = carry & 0xff;
      carry >>= 8;
    }
    if (carry > 0) return false;
  }
  if (bytes[0] !== version) return false;
  const once = createHash('sha256').update(bytes.subarray(0, 21)).digest();
  const twice = createHash('sha256').update(once).digest();
  return twice.subarray(0, 4).equals(bytes.subarray(21));
}

const BECH32_CHARS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATORS = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
/** BIP 173, and BIP 350 for what came after the first witness version. */
const CONSTANTS: ReadonlySet<number> = new Set([1, 0x2bc830a3]);

function passesBech32(address: string): boolean {
  const lower = address.toLowerCase();
  if (lower !== address && address.toUpperCase() !== address) return false;
  const at = lower.lastIndexOf('1');
  const prefix = Array.from(lower.slice(0, at), (char) => char.charCodeAt(0));
  const data = Array.from(lower.slice(at + 1), (char) => BECH32_CHARS.indexOf(char));
  const values = [
    ...prefix.map((code) => code >> 5),
    0,
    ...prefix.map((code) => code & 31),
    ...data,
  ];
  let check = 1;
  for (const value of values) {
    const top = check >>> 25;
    check = ((check & 0x1ffffff) << 5) ^ value;
    for (const [bit, generator] of GENERATORS.entries()) if ((top >>> bit) & 1) check ^= generator;
  }
  return CONSTANTS.has(check >>> 0);
}

const isWordUnit = (unit: number): boolean =>
  (unit >= 0x30 && unit <= 0x39) || ((unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a);
