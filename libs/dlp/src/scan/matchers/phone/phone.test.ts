import { isValidPhoneNumber } from 'libphonenumber-js/max';
import { describe, expect, it } from 'vitest';
import { growthOf, LINEAR_MAX } from '../../../../../../test/support/growth.js';
import { allIn, foundIn } from '../../../testing/found-in.js';
import { validityOfInternational } from './numbering-plans.js';

const phonesIn = (text: string, name?: string) => foundIn('phone', text, name);

describe('phone numbers with their country', () => {
  // Of the ranges for fiction and examples, where a country has one.
  it.each([
    '+49 30 23125 014',
    '+49 (0)30 23125-014',
    '+49 171 39200 12',
    '+44 20 7946 0958',
    '+447700900123',
    '+1 202-555-0143',
    '+1 (202) 555-0143',
    '+33 1 99 00 12 34',
    '+33 6 39 98 12 34',
    '+46 8 465 004 00',
    '+353 20 910 1234',
    '+36 1 234 5678',
    '+48 22 123 45 67',
    '+420 212 345 678',
    '+30 21 2345 6789',
    '+358 41 2345678',
    '+3222345678',
    '＋４９ ３０ ２３１２５ ０１４',
    '+49\u00a030\u00a023125\u00a0014',
    '+49\u200b30\u200b23125014',
    '+41 (0)71 526 99 04',
    '+1-604-696-5272x565',
    '00 49 30 23125 014',
    '0033 1 99 00 12 34',
    '001-253-366-9781',
  ])('are found: %s', (phone) => {
    expect(phonesIn(`Erreichbar unter ${phone}, täglich.`)).toEqual([phone]);
    expect(phonesIn(phone)).toEqual([phone]);
    expect(phonesIn(`(${phone})`)).toEqual([phone]);
  });

  it('end where something else begins', () => {
    expect(phonesIn('+49 30 23125014, 12.03.2024')).toEqual(['+49 30 23125014']);
    expect(phonesIn('+44 20 7946 0958; +44 20 7946 0959')).toHaveLength(2);
    expect(phonesIn('+44 20 7946 0958 / +44 20 7946 0959')).toHaveLength(2);
    expect(phonesIn('tel:+442079460958?x=1')).toEqual(['+442079460958']);
    expect(phonesIn('+33 1 99 00 12 34.\nNext')).toEqual(['+33 1 99 00 12 34']);
  });

  it.each([
    '+1 000 000',
    '+999 123 456 789',
    'x+4930231250',
    '1+4930231250',
    '+100%',
    '+3.5',
    '+12',
  ])('are no others: %s', (text) => {
    expect(phonesIn(text)).toEqual([]);
  });

  it('are valid where the library of the metadata says so', () => {
    for (const digits of [
      '49301',
      '4930231250',
      '12025550143',
      '12025550',
      '41965',
      '390612345678',
    ]) {
      expect(validityOfInternational(digits) === 'valid').toBe(isValidPhoneNumber(`+${digits}`));
    }
  });
});

describe('phone numbers without their country', () => {
  it.each([
    ['Tel. 030 23125014', '030 23125014'],
    ['Telefon: 030/23125-014', '030/23125-014'],
    ['Tel.030 23125014', '030 23125014'],
    ['Handy 0171-3920012', '0171-3920012'],
    ['téléphone : 0199001234', '0199001234'],
    ['Nº de teléfono: 963 862 600', '963 862 600'],
    ['móvil 612345678', '612345678'],
    ['komórka 512 345 678', '512 345 678'],
    ['tlf. 22 34 56 78', '22 34 56 78'],
    ['puh. 041 234 5678', '041 234 5678'],
    ['τηλ. 21 0234 5678', '21 0234 5678'],
    ['тел. 02 123 4567', '02 123 4567'],
    ['telefonszám: 06 1 234 5678', '06 1 234 5678'],
    ['Phone: 358 0594', '358 0594'],
    ['fax: 60-56-85-91', '60-56-85-91'],
    ['Mobile: 0688 843 79 56', '0688 843 79 56'],
    ['phone 345-899-3560x4587', '345-899-3560x4587'],
    ['(898)666-3621x0135 (fax)', '(898)666-3621x0135'],
    ['{"phone": "5403926876"}', '5403926876'],
    ['mobile_number=07700900123', '07700900123'],
    ['<telephone>02079460958</telephone>', '02079460958'],
    ['unter 020 7946 0958 (Telefon)', '020 7946 0958'],
  ])('are found beside a word that says so: %s', (text, phone) => {
    expect(phonesIn(text)).toEqual([phone]);
  });

  it('are found where the text is called so', () => {
    expect(phonesIn('5403926876', 'phoneNumber')).toEqual(['5403926876']);
    expect(phonesIn('5403926876', 'order_id')).toEqual([]);
  });

  it.each([
    '(202) 555-0143',
    '202-555-0143',
    '202.555.0143',
    '01 99 00 12 34',
    '01.99.00.12.34',
    '(030) 23125014',
  ])('are found by their form: %s', (phone) => {
    expect(phonesIn(`call me at ${phone}.`)).toEqual([phone]);
  });

  it('are half believed with a trunk prefix alone', () => {
    expect(allIn('030 23125014')).toMatchObject([{ kind: 'phone', score: 0.4 }]);
  });
});

describe('no phone numbers', () => {
  it.each([
    'am 12.03.2024 um 16:45',
    'Tel. am 12.03.2024',
    '2024-03-12T10:15:30Z',
    '2024-03-12 10:15:30,123',
    '1710238530123',
    'user_id 1048576 order 998877',
    'SELECT * FROM t WHERE id = 12345678',
    'costs 1.299,00 EUR or 1 299 000 €',
    'DE89 3704 0044 0532 0130 00',
    'EAN 4006381333931',
    'ISBN 978-3-16-148410-0',
    '550e8400-e29b-41d4-a716-446655440000',
    '192.168.100.200',
    'v1.24.301-rc.2',
    '0.123456789',
    '3.14159265358979',
    '0x1234567890',
    'deadbeef01234567',
    '123456 234567 345678 456789',
    '10 20 30 40 50 60 70',
    '/2024/0301234567/index.html',
    '-030 23125',
    'Tel. 112',
    'Telefonmodell 4711-0815-4711-0815-4711-0815',
    'Telefon: 030 23, Auftrag: 123456789',
    'mobile phones sold: 12,345,678',
    '123456789:AAE',
    '000-12-3456',
    '01 02',
  ])('in %s', (text) => {
    expect(phonesIn(text)).toEqual([]);
  });

  it.each([
    '+',
    '+4',
    '+49 ',
    '0',
    '00',
    '(0',
    '(030) ',
    '030-',
    '0 1/',
    'tel 1 ',
    '1-',
    '202-555-',
  ])('and time in proportion to the text, for %j', (piece) => {
    expect(growthOf(allIn, piece, 65_536)).toBeLessThan(LINEAR_MAX);
  });
});
