import { describe, expect, it } from 'vitest';
import { growthOf, LINEAR_MAX } from '../../../../../test/support/growth.js';
import { allIn, foundIn } from '../../testing/found-in.js';

const birthsIn = (text: string, name?: string) => foundIn('date_of_birth', text, name);

describe('dates of birth', () => {
  it.each([
    ['born on 12 March 1980 in Leeds', '12 March 1980'],
    ['Born March 5th, 1980.', 'March 5th, 1980'],
    ['DOB: 3/12/1980', '3/12/1980'],
    ['Date of birth\n1980-03-12', '1980-03-12'],
    ['geb. 12.03.1980', '12.03.1980'],
    ['geb. 12.03.1980, Aufnahme: 12.12.2016', '12.03.1980'],
    ['geboren am 5. März 1980', '5. März 1980'],
    ['Geburtsdatum (TT.MM.JJJJ): 12.03.80', '12.03.80'],
    ['Muster, Eva (* 12.03.1980)', '12.03.1980'],
    ['12.03.1980 geboren', '12.03.1980'],
    ['né le 12 mars 1980', '12 mars 1980'],
    ['née à Lyon le 1er mai 1980', '1er mai 1980'],
    ['date de naissance : 12/03/1980', '12/03/1980'],
    ['Fecha de nacimiento: 03/03/1946.', '03/03/1946'],
    ['nacida el 12 de marzo de 1980', '12 de marzo de 1980'],
    ['nato a Roma il 12 marzo 1980', '12 marzo 1980'],
    ['data de nascimento 12-03-1980', '12-03-1980'],
    ['geboortedatum 12-3-1980', '12-3-1980'],
    ['ur. 12 marca 1980 r.', '12 marca 1980'],
    ['data urodzenia: 12.03.1980', '12.03.1980'],
    ['född den 12 mars 1980', '12 mars 1980'],
    ['født 12. marts 1980', '12. marts 1980'],
    ['syntynyt 12. maaliskuuta 1980', '12. maaliskuuta 1980'],
    ['narozena 5. 3. 1980', '5. 3. 1980'],
    ['narodený 5. marca 1980', '5. marca 1980'],
    ['született 1980. március 12.', '1980. március 12'],
    ['născut la 12 martie 1980', '12 martie 1980'],
    ['γεννήθηκε 12 Μαρτίου 1980', '12 Μαρτίου 1980'],
    ['роден на 12 март 1980', '12 март 1980'],
    ['rođen 12. ožujka 1980', '12. ožujka 1980'],
    ['rojena 12. marca 1980', '12. marca 1980'],
    ['gimė 1980 m. kovo 12 d.', '1980 m. kovo 12'],
    ['dzimis 1980. gada 12. martā', '1980. gada 12. martā'],
    ['sündinud 12. märts 1980', '12. märts 1980'],
    ['{"birthDate": "1980-03-12T00:00:00Z"}', '1980-03-12'],
    ['date_of_birth=19800312', '19800312'],
    ['<dob>1980-03-12</dob>', '1980-03-12'],
  ])('are told by a word in %s', (text, date) => {
    expect(birthsIn(text)).toEqual([date]);
  });

  it('are told by what the text is called', () => {
    expect(birthsIn('12.03.1980', 'dateOfBirth')).toEqual(['12.03.1980']);
    expect(birthsIn('12.03.1980', 'created_at')).toEqual([]);
  });

  it.each([
    'Lieferung am 12.03.1980',
    'deadline: 2024-03-12',
    'born in 1980, hired on 12 March 2005',
    'Date of birth: unknown. Admission: 12.12.2016',
    'birth certificate issued 12.03.2020',
    'born 31.02.1980',
    'born 13.13.1980',
    'born 12.03.1780',
    'born 12.03.2999',
    'born 1.2.3',
    'Il ne vient pas le 12/03/2020',
    'NATO 12/03/2020',
    '* 12.03.2020 Besprechung',
    '2024-03-12T10:15:30Z INFO started',
    'born 19800312',
  ])('are not seen in %s', (text) => {
    expect(birthsIn(text)).toEqual([]);
  });

  it.each(['born 1 ', 'né 1.', '12.03.', 'May 1 ', '* 1 ', '1980 m. a 1'])(
    'take time in proportion to the text, for %j',
    (piece) => {
      expect(growthOf(allIn, piece, 32_768)).toBeLessThan(LINEAR_MAX);
    },
  );
});

describe('ages', () => {
  it.each([
    ['a 42-year-old man', '42-year-old'],
    ['42 Jahre alt', '42 Jahre alt'],
    ['eine 42-jährige Frau', '42-jährige'],
    ['Paciente de 70 años de edad', '70 años de edad'],
    ['âgé de 42 ans', '42 ans'],
    ['Edad: 70 años', '70 años'],
    ['wiek: 42 lata', '42 lata'],
  ])('are told in %s', (text, age) => {
    expect(foundIn('age', text)).toEqual([age]);
  });

  it.each(['3 years warranty', '121 years old', '3.42 years', 'in 10 Jahren', 'x42 years old'])(
    'are not seen in %s',
    (text) => {
      expect(foundIn('age', text)).toEqual([]);
    },
  );
});
