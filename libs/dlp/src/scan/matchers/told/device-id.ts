import { labelled, type Labelled } from './labelled.js';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![\w-])/iy;
const SIXTEEN_HEX = /[0-9a-f]{16}(?![\w-])/iy;
/** Of iPhones and iPads: forty hexadecimal digits, since 2018 eight and sixteen. */
const UDID = /(?:[0-9a-f]{40}|[0-9a-f]{8}-[0-9a-f]{16})(?![\w-])/iy;
/** Letters and digits as makers print them below a bar code; words and short counts are none. */
const SERIAL = /[A-Z0-9](?:[A-Z0-9]|[-/](?=[A-Z0-9])){5,23}(?![\w-])/y;

const SCORE = 0.65;
const ALL_ZERO = /^[0-]+$/;
const isZero = (value: string): boolean => ALL_ZERO.test(value);
const DIGITS_MIN = 3;
const isNoSerial = (value: string): boolean =>
  isZero(value) || value.replaceAll(/\D/g, '').length < DIGITS_MIN;

/** What tells one device from all others, and by it whoever carries it: only a word makes it one. */
export const DEVICE_IDS: readonly Labelled[] = [
  {
    kind: 'device_id',
    subtype: 'advertising_id',
    labels:
      'idfa,idfv,gaid,adid,aaid,maid,advertising id,advertiser id,ad id,google advertising id,werbe id,identifiant publicitaire,id de publicidad',
    value: UUID,
    score: SCORE,
    isNone: isZero,
    isSpoken: true,
  },
  {
    kind: 'device_id',
    subtype: 'android_id',
    labels: 'android id,ssaid',
    value: SIXTEEN_HEX,
    score: SCORE,
    isNone: isZero,
    isSpoken: true,
  },
  ...[UUID, SIXTEEN_HEX, UDID].map((value): Labelled => ({
    kind: 'device_id',
    labels:
      'device id,device uuid,device identifier,udid,hardware id,hwid,machine id,installation id,geräte id,gerätekennung,identifiant de l appareil,id del dispositivo,id dispositivo,id urządzenia,apparaat id,enhets id',
    value,
    score: SCORE,
    isNone: isZero,
    isSpoken: true,
  })),
  {
    kind: 'device_id',
    subtype: 'serial_number',
    labels:
      'serial,s/n,seriennummer,serien nr,numéro de série,número de serie,numero di serie,matricola,serienummer,serie nr,numer seryjny,nr seryjny,sériové číslo,výrobné číslo,sarjanumero,sorozatszám,număr de serie,serijska številka,serijski broj',
    value: SERIAL,
    score: SCORE,
    isNone: isNoSerial,
    isSpoken: true,
  },
];

export const DEVICE_ID_WORDS = DEVICE_IDS.flatMap(labelled);
