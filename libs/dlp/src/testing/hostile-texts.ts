import { DATA_KINDS, specOf, type DataKind } from '#contract';

/** What is nearly a value of a kind, or stands before one: made to be looked at for long, and in vain. */
const NEAR_MISSES: Partial<Readonly<Record<DataKind, readonly string[]>>> = {
  removal_term: ['blue-', 'Blue Towe'],
  email: ['a.b-c_d+', 'jane@sub.', '@', '"jane doe"@'],
  iban: ['DE89 3704 0044 ', 'GB00WEST', 'D E 8 9 '],
  credit_card: ['4111 1111 1111 ', '4111-1111-1111-1112 ', '4 1 1 1 ', '4,111,'],
  national_id: ['44051401358 ', 'PESEL 4405 14 ', 'A1 B2 C3 '],
  phone: ['+49 30 ', '(030) ', 'tel 0 ', '202-555-', '0 1/'],
  date_of_birth: ['born 12.', 'né le 12 mars ', '1980-', '* 1. '],
  age: ['age 42 ', '121 years '],
  street_address: ['Am Alten Markt 7 ', 'rue de la ', '12 Rue ', 'Straße des 17. '],
  postal_code: ['PLZ 1011 ', 'D-1011 B', '110 00 '],
  geo_coordinates: ['52.5200, ', 'lat 52.52000', "52°31' "],
  vehicle_plate: ['Kennzeichen B-AB ', 'B-A 1'],
  ip_address: ['10.0.0.', '2001:db8:', '::', '1.2.3.4.5.'],
  mac_address: ['00:1B:44:', '001b.4411.'],
  imei: ['IMEI: 49015420323751', '35-209900-176148-'],
  crypto_wallet: ['1A1zP1eP5QGefi2DMPTfTL5SLmv7Divf', '0xdeadbeef', 'bc1q'],
  card_security_code: ['CVV 12', 'card verification code: '],
  passport: ['P<UTOERIKSSON<<', '<<<<<<<<<<'],
  bic: ['SWIFT DEUTDEF', 'ABCDEFGH '],
  url: ['https://', 'www.a.', 'http://a/b?c='],
  username: ['user: ', 'login=@'],
  api_key: ['sk-', 'AKIA-ghp_xoxb-', 'gw_live_'],
  jwt: ['eyJhbGciOiJub25lIn0.', 'eyJ.eyJ.'],
  private_key: [
    '-----BEGIN PRIVATE KEY-----\n',
    '-----BEGIN -----END ',
    'PuTTY-User-Key-File-2: a\n',
  ],
  connection_string: ['postgres://user:', 'Server=a;Password;', 'Pwd='],
  password: ['password=', 'Kennwort: "', 'the password for a b c d '],
  generic_secret: ['client_secret: ', 'Authorization: Basic ', 'kind: Secret\ndata:\n a: '],
  url_secret: ['https://a:', '?token=&sig=', '&key='],
  person_name: ['Dr. ', 'Anna Maria von der '],
  location: ['in der ', 'Bad '],
  organization: ['GmbH & Co. ', 'Müller '],
  bank_account: ['Kto. 12345', 'sort code 12-34-'],
};

/** For a kind without any of its own: its name, with digits that are too few or too many. */
function nearMissesOf(kind: DataKind): readonly string[] {
  const cue = specOf(kind).label.replaceAll('_', ' ');
  return NEAR_MISSES[kind] ?? [`${cue}: 12 345 67`, `${cue} A1234567890123456789`];
}

/** How the pieces stand: in a row, parted, within each other, behind what has to be undone. */
const SHAPES: readonly ((piece: string, count: number) => string)[] = [
  (piece, count) => piece.repeat(count),
  (piece, count) => `${piece} `.repeat(count),
  (piece, count) => `${piece}\n`.repeat(count),
  (piece, count) => `(${piece}`.repeat(count),
  (piece, count) => `{"${piece}": [`.repeat(count),
  (piece, count) => `\\"\\u0022%22${piece}`.repeat(count),
  (piece, count) => `"${piece}' `.repeat(count),
  (piece, count) => `<b>${piece}&#`.repeat(count),
  (piece, count) => `=:@${piece}`.repeat(count),
  (piece, count) => `${piece}\u200b\u00ad`.repeat(count),
  (piece, count) => piece + 'a'.repeat(count * piece.length),
  (piece, count) => piece + '1'.repeat(count * piece.length),
  (piece, count) => piece + ' '.repeat(count * piece.length),
  (piece, count) => `**${piece}** 1e9 \u{1d7ce}`.repeat(count),
];
/** In turns, so that every shape meets pieces of all sorts. */
const SHAPES_OF_EACH = 5;

export interface HostileText {
  readonly name: string;
  /** @param chars as long */
  readonly ofLength: (chars: number) => string;
}

/** What is nearly encoded: each of them begins something that has to be read once more. */
const ENCODED = [
  '6a 61 ',
  '6a:61:',
  '0x6a, 0X61,',
  '\\x6a \\u006a ',
  '6Ah 61h ',
  'U+006A ',
  '00000010: 6a61 6e65  jane\n',
  '00000010  6a 61  |ja|\n',
  '97, 98, ',
  '141 142 ',
  '01100001 ',
  'NJQW4ZJO',
  '006a0061',
  '+AEA-',
  '+AGoAYQBu',
];

/** Hundreds of texts that are made to be scanned for long: every kind of the registry, in many shapes. */
export const HOSTILE_TEXTS: readonly HostileText[] = (Object.keys(DATA_KINDS) as DataKind[])
  .flatMap(nearMissesOf)
  .concat(ENCODED)
  .flatMap((piece, at) =>
    Array.from({ length: SHAPES_OF_EACH }, (_, turn) => {
      const shape = (at + turn * 3) % SHAPES.length;
      const write = SHAPES[shape] as (piece: string, count: number) => string;
      return {
        name: `${JSON.stringify(piece)} in shape ${shape}`,
        ofLength: (chars: number) => write(piece, Math.ceil(chars / piece.length)).slice(0, chars),
      };
    }),
  );
