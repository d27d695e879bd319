import { describe, expect, it } from 'vitest';
import { growthOf, LINEAR_MAX } from '../../../../../test/support/growth.js';
import { allIn, foundIn } from '../../testing/found-in.js';

describe('coordinates', () => {
  it.each([
    ['GPS 52.520008, 13.404954', '52.520008, 13.404954'],
    ['location: -33.8688, 151.2093', '-33.8688, 151.2093'],
    ['52.5200° N, 13.4050° E', '52.5200° N, 13.4050° E'],
    ['52°31′12.0″ N 13°24′17.8″ E', '52°31′12.0″ N 13°24′17.8″ E'],
    ['{"lat": 52.520008}', '52.520008'],
    ['longitude=-13.404954', '-13.404954'],
  ])('are found in %s', (text, place) => {
    expect(foundIn('geo_coordinates', text)).toEqual([place]);
  });

  it.each([
    '[0.1234, 0.5678]',
    '[0.1234, 0.5678, 0.9012]',
    '52.520008, 13.404954',
    'GPS 92.520008, 13.404954',
    'GPS 52.52, 13.40',
    'version 1.2345',
    'loss 0.123456 0.654321',
    '20°C',
  ])('are not seen in %s', (text) => {
    expect(foundIn('geo_coordinates', text)).toEqual([]);
  });
});

describe('vehicle plates', () => {
  it.each([
    ['Kennzeichen B-AB 1234', 'B-AB 1234'],
    ['Kennzeichen: M-XY 123E', 'M-XY 123E'],
    ["plaque d'immatriculation AB-123-CD", 'AB-123-CD'],
    ['targa AB123CD', 'AB123CD'],
    ['matrícula 1234 BBC', '1234 BBC'],
    ['registration AB12 CDE', 'AB12 CDE'],
    ['rejestracja WA 12345', 'WA 12345'],
    ['kenteken 12-ABC-3', '12-ABC-3'],
    ['registreringsnummer ABC 12D', 'ABC 12D'],
    ['rendszám ABC-123', 'ABC-123'],
  ])('are told by a word in %s', (text, plate) => {
    expect(foundIn('vehicle_plate', text)).toEqual([plate]);
  });

  it.each([
    ['Der Wagen B-AB 1234 steht dort.', 'B-AB 1234'],
    ['M-XY 123E', 'M-XY 123E'],
    ['(KÖN-A 17)', 'KÖN-A 17'],
    ['KÖN-AB 17', 'KÖN-AB 17'],
    ['LDS-K 998', 'LDS-K 998'],
  ])('are told by their district in %s', (text, plate) => {
    expect(foundIn('vehicle_plate', text)).toEqual([plate]);
  });

  it.each([
    'part AB-123-CD',
    'ticket ABC-123',
    'Kennzeichen 1234',
    'plate abc-123',
    'HP-UX 11311',
    'XQ-AB 1234',
    'X-RAY 1234',
    'B-AB 12345',
    'A-B 12',
    'B-AB 1234-5',
    'RE-AB-AB 1234',
  ])('are not seen in %s', (text) => {
    expect(foundIn('vehicle_plate', text)).toEqual([]);
  });
});

describe('postal codes', () => {
  it.each([
    ['PLZ 10115', '10115'],
    ['CP: 28016.', '28016'],
    ['ZIP 62704-1234', '62704-1234'],
    ['kod pocztowy 00-950', '00-950'],
    ['PSČ 110 00', '110 00'],
    ['postcode SW1A 2AA', 'SW1A 2AA'],
    ['postcode: 1015 CN', '1015 CN'],
    ['{"zip": "10115"}', '10115'],
  ])('are told by a word in %s', (text, code) => {
    expect(foundIn('postal_code', text)).toEqual([code]);
  });

  it.each([
    ['Wir ziehen nach 10115 Berlin um.', '10115'],
    ['61348 Bad Homburg', '61348'],
    ['mieszka w 00-950 Warszawa', '00-950'],
    ['110 00 Praha', '110 00'],
    ['1015 CN Amsterdam', '1015 CN'],
    ['A-1010 Wien', '1010'],
    ['75011 Paris', '75011'],
  ])('are told by the city behind them in %s', (text, code) => {
    expect(foundIn('postal_code', text)).toEqual([code]);
  });

  it.each([
    '10115',
    '10115 Requests',
    '2019 Paris hosted',
    '12345 The',
    'v1.10115 Berlin',
    '$10115 Berlin',
    'zip file 12.5 MB',
    'ZIP 123',
    'postcode 123456789',
    '10115 rows',
    'they default to 250 ms and cap at 30000 ms',
    'polls with a cap wait 5000-300000 ms',
  ])('are not seen in %s', (text) => {
    expect(foundIn('postal_code', text)).toEqual([]);
  });
});

it.each(['lat 1.1234 ', 'kfz A1', 'plz 1', '1.12345,', '1°1′'])(
  'they take time in proportion to the text, for %j',
  (piece) => {
    expect(growthOf(allIn, piece, 32_768)).toBeLessThan(LINEAR_MAX);
  },
);
