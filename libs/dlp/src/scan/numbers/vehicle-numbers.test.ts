import { describe, expect, it } from 'vitest';
import { foundIn } from '../../testing/found-in.js';

describe('vehicle identification numbers', () => {
  // The examples of the standards' own texts and of makers' manuals.
  it.each(['1M8GDM9AXKP042788', '1HGCM82633A004352', '5YJSA1DG9DFP14705'])(
    'of North America prove themselves: %s',
    (vin) => {
      expect(foundIn('vin', `car ${vin}.`)).toEqual([vin]);
      const changed = `${vin.slice(0, -1)}${(Number(vin.at(-1)) + 1) % 10}`;
      expect(foundIn('vin', changed)).toEqual([]);
      const swapped = `${vin.slice(0, 9)}${vin[10]}${vin[9]}${vin.slice(11)}`;
      expect(foundIn('vin', swapped)).toEqual([]);
    },
  );

  it('of Europe need a word', () => {
    expect(foundIn('vin', 'Fahrgestellnummer: WVWZZZ1JZ3W386752')).toEqual(['WVWZZZ1JZ3W386752']);
    expect(foundIn('vin', 'FIN WVWZZZ1JZ3W386752')).toEqual(['WVWZZZ1JZ3W386752']);
    expect(foundIn('vin', 'WVWZZZ1JZ3W386752')).toEqual([]);
  });

  it.each([
    'VIN WVWZZZ1JZ3W38675',
    'VIN WVWZZZ1JZ3O386752',
    'VIN WVWZZZ1JZ3W386ABC',
    'VIN 12345678901234567',
  ])('are no others: %s', (text) => {
    expect(foundIn('vin', text)).toEqual([]);
  });
});

describe('numbers of subscribers and cards', () => {
  it('need a word', () => {
    expect(foundIn('imsi', 'IMSI: 262011234567890')).toEqual(['262011234567890']);
    expect(foundIn('imsi', '262011234567890')).toEqual([]);
    expect(foundIn('imsi', 'IMSI: 999011234567890')).toEqual([]);
    expect(foundIn('iccid', 'SIM 8949302000000000004')).toEqual([]);
  });

  it.each(['89014103211118510720', '8944500102198304826', '8991101200003204514'])(
    'of SIM cards have a check digit: %s',
    (iccid) => {
      expect(foundIn('iccid', `ICCID ${iccid}`)).toEqual([iccid]);
      expect(
        foundIn('iccid', `ICCID ${iccid.slice(0, -1)}${(Number(iccid.at(-1)) + 1) % 10}`),
      ).toEqual([]);
    },
  );
});
