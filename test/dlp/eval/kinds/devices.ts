import { digitsOf, luhnDigit } from './digits.js';
import { between, charsOf, DIGITS, HEX, pick, UPPER, uuidOf } from './draw.js';
import type { KindSamples } from './samples.js';

const octet = (random: () => number): number => between(random, 1, 223);

export const ipSamples: KindSamples = {
  kind: 'ip_address',
  valid: (random) =>
    pick(
      [
        `${pick([81, 93, 145, 185, 203], random)}.${octet(random)}.${octet(random)}.${octet(random)}`,
        `192.168.${octet(random)}.${octet(random)}`,
        `2a02:${charsOf(random, 4, '123456789abcdef')}:${charsOf(random, 3, '123456789abcdef')}::${charsOf(random, 4, '123456789abcdef')}`,
      ],
      random,
    ),
  nearMiss: (random) =>
    pick(
      [
        `${octet(random)}.${octet(random)}.${between(random, 256, 999)}.1`,
        '127.0.0.1',
        '255.255.255.0',
        `12:${between(random, 10, 59)}:${between(random, 10, 59)}`,
        'std::vector',
      ],
      random,
    ),
  contexts: [
    'client # connected',
    'Die IP-Adresse ist #.',
    '"remote_addr":"#"',
    'ping #',
    'adresse IP : #',
    'from # port 22',
  ],
};

export const macSamples: KindSamples = {
  kind: 'mac_address',
  valid: (random) => {
    const sign = pick([':', '-'], random);
    const pairs = Array.from({ length: 5 }, () => charsOf(random, 2, HEX));
    return [pick(['3c', 'a4', 'f0', '58'], random), ...pairs].join(sign);
  },
  nearMiss: (random) =>
    pick(
      [
        'ff:ff:ff:ff:ff:ff',
        '00:00:00:00:00:00',
        `${charsOf(random, 2, HEX)}:${charsOf(random, 2, HEX)}:${charsOf(random, 2, HEX)}`,
        '12:30:45',
      ],
      random,
    ),
  contexts: ['MAC #', 'bssid=#', 'MAC-Adresse: #', 'adresse MAC : #', 'seen # on wlan0'],
};

export const imsiSamples: KindSamples = {
  kind: 'imsi',
  valid: (random) =>
    `${pick(['26201', '20801', '21407', '22210', '26002', '23415'], random)}${charsOf(random, 10, DIGITS)}`,
  nearMiss: (random) =>
    pick([`000${charsOf(random, 12, DIGITS)}`, digitsOf(random, 13), digitsOf(random, 17)], random),
  contexts: ['IMSI: #', 'imsi=#', 'the IMSI is #', '"imsi": "#"'],
};

export const iccidSamples: KindSamples = {
  kind: 'iccid',
  valid: (random) => {
    const body = `89${pick(['490', '330', '340', '480'], random)}${charsOf(random, 13, DIGITS)}`;
    return body + String(luhnDigit(body));
  },
  nearMiss: (random) => {
    const body = `89${pick(['490', '330', '340', '480'], random)}${charsOf(random, 13, DIGITS)}`;
    return body + String((luhnDigit(body) + 3) % 10);
  },
  contexts: ['ICCID: #', 'SIM card #', 'SIM-Karte #', '"iccid": "#"', 'carte SIM #'],
};

export const deviceSamples: KindSamples = {
  kind: 'device_id',
  valid: uuidOf,
  nearMiss: (random) =>
    pick(
      ['00000000-0000-0000-0000-000000000000', charsOf(random, 12, HEX), 'unknown', 'null'],
      random,
    ),
  contexts: [
    'IDFA: #',
    '"advertising_id": "#"',
    'deviceId=#',
    'Geräte-ID: #',
    'gaid #',
    'id del dispositivo: #',
  ],
};

export const serialSamples: KindSamples = {
  kind: 'device_id',
  name: 'device_id, serial number',
  valid: (random) =>
    pick(
      [
        `C02${charsOf(random, 5, UPPER)}${charsOf(random, 4, DIGITS)}`,
        `${charsOf(random, 2, UPPER)}-${charsOf(random, 8, DIGITS)}`,
        `5CG${charsOf(random, 4, DIGITS)}${charsOf(random, 3, UPPER)}`,
      ],
      random,
    ),
  nearMiss: () => 'UNKNOWN',
  contexts: [
    'Serial number: #',
    'S/N: #',
    'Seriennummer: #',
    'numéro de série : #',
    'número de serie: #',
    'numer seryjny: #',
    'serienummer #',
  ],
};

const VIN_VALUES: Readonly<Record<string, number>> = Object.fromEntries(
  [...'ABCDEFGH']
    .map((letter, index) => [letter, index + 1] as const)
    .concat(
      [...'JKLMN'].map((letter, index) => [letter, index + 1] as const),
      [
        ['P', 7],
        ['R', 9],
      ],
      [...'STUVWXYZ'].map((letter, index) => [letter, index + 2] as const),
    ),
);
const VIN_WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

function vin(random: () => number, shift: number): string {
  const body = `1${charsOf(random, 7, 'ABCDEFGHJKLMNPRSTUVWXYZ')}0${charsOf(random, 2, 'ABCDEFGH')}${charsOf(random, 6, DIGITS)}`;
  const sum = body
    .split('')
    .reduce(
      (all, char, index) => all + (VIN_VALUES[char] ?? Number(char)) * (VIN_WEIGHTS[index] ?? 0),
      0,
    );
  const check = '0123456789X'.charAt((sum + shift) % 11);
  return body.slice(0, 8) + check + body.slice(9);
}

export const vinSamples: KindSamples = {
  kind: 'vin',
  valid: (random) =>
    random() < 0.5
      ? vin(random, 0)
      : `WVWZZZ${between(random, 1, 9)}${charsOf(random, 1, 'CJKNT')}Z${charsOf(random, 1, 'ABCDEFGH')}W${charsOf(random, 6, DIGITS)}`,
  nearMiss: (random) => charsOf(random, 16, UPPER.replace(/[IOQ]/g, '')),
  contexts: ['VIN #', 'Fahrgestellnummer: #', 'FIN: #', 'numéro de châssis #', '"vin": "#"'],
};
