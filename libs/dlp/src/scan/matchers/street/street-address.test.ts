import { describe, expect, it } from 'vitest';
import { growthOf, LINEAR_MAX } from '../../../../../../test/support/growth.js';
import { allIn, foundIn } from '../../../testing/found-in.js';

/** What of the text is taken out: the findings within another one go with it. */
function addressIn(text: string): string {
  const found = foundIn('street_address', text);
  return found.toSorted((a, b) => b.length - a.length)[0] ?? '';
}

describe('street addresses', () => {
  it.each([
    'Hauptstraße 12, 10115 Berlin',
    'HAUPTSTRASSE 12',
    'Bahnhofstr. 5a',
    'Berliner Straße 5',
    'Am Kirchweg 52',
    'An der Alten Gasse 3',
    'Strandvejen 34',
    '4844 Søndergade 52',
    'Søndergade 52\n Apt. 656\n Brønderslev\n\n Denmark 35018',
    'Hauptstraße 12, Arnsdorf, Germany',
    '2202 Rissik St Apt. 050 Pretoria South Africa',
    'PSC 1437, Box 3833\nAPO AA 66791',
    'Unit 4719 Box 7394\nDPO AP 70942',
    'PSC 0272, Box 1651\nAPO AA 94530',
    'USNS Palmer\nFPO AA 68422',
    'the corner of Dalbraut 99 and Frederikke Coves',
    'the corner of 35 Pentelis Str. and Waechter Turnpike',
    '747 trg revolucije 17 apt. 858',
    '7878 Rahu 37 Apt. 405',
    'Straße des 17. Juni 135',
    'Mariahilfer Gasse 7, A-1060 Wien',
    'Marktplatz 3\n04109 Leipzig',
    '12, rue de la Paix, 75002 Paris',
    '12 bis, avenue Victor Hugo',
    'rue de la Loi 16, 1000 Bruxelles',
    'Calle Miguel Benitez 90',
    'c/ del Abedul 5-7, 2º dcha 28036 Madrid',
    'Via Roma 12, 00184 Roma',
    'Piazza Garibaldi, 3',
    'Rua das Flores 12, 1200-195 Lisboa',
    'ul. Marszałkowska 12/4, 00-950 Warszawa',
    'al. Jana Pawła II 22',
    'Storgatan 5, 111 22 Stockholm',
    'Drottninggatan 71',
    'Vesterbrogade 12, 1620 København',
    'Karl Johans gate 5',
    'Mannerheimintie 5',
    'Aleksanterinkatu 52',
    'Keizersgracht 12, 1015 CN Amsterdam',
    'Kerkstraat 108',
    'Kossuth Lajos utca 12',
    'Strada Academiei 5',
    'Bulevardul Unirii nr. 10',
    'Adamova 12, 110 00 Praha',
    'ulice Dlouhá 12',
    'ул. Граф Игнатиев 12',
    'οδός Ερμού 12',
    'Slovenska cesta 12',
    'Gedimino pr. 9',
    'Brīvības iela 12',
    'Pikk tänav 12',
    'Triq Merkanti 12',
    '221B Baker Street, London NW1 6XE',
    '10 Downing St',
    '1600 Pennsylvania Avenue NW',
    '350 Fifth Avenue, New York, NY 10118',
  ])('are found: %s', (address) => {
    expect(addressIn(address)).toBe(address);
    expect(addressIn(`x: ${address}; z`)).toBe(address);
  });

  it('are found by a label where the street has no word', () => {
    expect(addressIn('Anschrift: Lindenhof 5')).toBe('Lindenhof 5');
    expect(addressIn('Adres zamieszkania: Morska 5')).toBe('Morska 5');
    expect(addressIn('Lindenhof 5')).toBe('');
  });

  it('end with their line where no city follows', () => {
    expect(addressIn('40, avenue Foch\nMadame Durand')).toBe('40, avenue Foch');
    expect(addressIn('40, avenue Foch\n75016 Paris')).toBe('40, avenue Foch\n75016 Paris');
  });

  it('end where no place that is known follows', () => {
    expect(addressIn('Hauptstraße 12, Berlin. Monday Report')).toBe('Hauptstraße 12, Berlin');
    expect(addressIn('Hauptstraße 12. Der Bericht 4711')).toBe('Hauptstraße 12');
    expect(addressIn('Hauptstraße 12\nInvoice no. 20241')).toBe('Hauptstraße 12');
  });

  it('are surer with a city', () => {
    const scoreOf = (text: string) =>
      allIn(text).find(({ kind }) => kind === 'street_address')?.score;
    expect(scoreOf('Hauptstraße 12')).toBe(0.6);
    expect(scoreOf('Hauptstraße 12, 10115 Berlin')).toBe(0.9);
  });

  it.each([
    'Via API 2',
    'via Docker 2',
    'Rue 89',
    'Weg 2',
    'Der Weg 2 ist kürzer',
    'auf Platz 3',
    'Arbeitsplatz 3',
    'Parkplatz 12',
    'substr 5',
    'investigate 3',
    'Chapter 5',
    'in 2019',
    'INFO 12 requests',
    'Hauptstraße 5 km lang',
    'avenue of 12 trees',
    'Section 4, 2024 edition',
    'place 12',
    'HTTP 404',
    'Node 20.19',
    'Windows 11, 64 bit',
    'March 5, 1980',
    'Table 3\n10115 rows',
    'Adresse: siehe Abbildung 8',
    'address (Chapter 11)',
    'Box 12, Unit 4719',
  ])('are not seen in %s', (text) => {
    expect(addressIn(text)).toBe('');
  });

  it.each([
    'Aa 1',
    'Via A',
    'rue de la ',
    '1 A',
    '12 Aa Aa Aa Aa ',
    'a b c 1',
    'Str. 1',
    '1, rue A ',
    'Hauptstraße 1, Berlin ',
    'Apt. 1 ',
  ])('take time in proportion to the text, for %j', (piece) => {
    expect(growthOf(allIn, piece, 32_768)).toBeLessThan(LINEAR_MAX);
  });
});
