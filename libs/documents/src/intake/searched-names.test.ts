import { expect, it } from 'vitest';
import { aFinder, anOrder } from '../../../../test/support/a-finder.js';
import { searchedNames } from './searched-names.js';

const finder = aFinder();

async function isValue(name: string): Promise<boolean> {
  const texts = searchedNames(name).map((text) => ({ text, isProse: true }));
  const found = await finder.find(texts, { ...anOrder(), known: [] });
  return found.some((values) => values.length > 0);
}

it.each([
  'report zxq999.person999@corp-999.com.pdf',
  'eleanor.whitcombe%40example.org.pdf',
  'zxq999.person999@corp-999.com',
  'Eleanor Whitcombe CV.csv',
  `${'_ '.repeat(300)}Eleanor Whitcombe.csv`,
  'EleanorWhitcombe_2024.pdf',
  'CV Whitcombe.pdf',
  'Whitcombe CV.pdf',
  'Krzyzanowska Wilhelmina - Lebenslauf.docx',
  'Contract Zubeldia Otxandiano.pdf',
  'eleanor_whitcombe_2024.pdf',
  'cv-whitcombe.pdf',
  'krzyzanowska wilhelmina lebenslauf.docx',
  'Rechnung_Müller_2024.pdf',
  '4111-1111-1111-1111.pdf',
  'IBAN_GB33BUKB20201555555555.csv',
])('finds what is in %j', async (name) => {
  expect(await isValue(name)).toBe(true);
});

it.each([
  'letter.pdf',
  'Annual Report 2024.pdf',
  'Quarterly Results Q3.xlsx',
  'Invoice 4711.pdf',
  'Project Plan Final.docx',
  'Meeting Notes.docx',
  'Employee Handbook.pdf',
  'Product Roadmap EMEA.pptx',
  'Rechnung März.pdf',
  'Terms And Conditions.pdf',
  'Data Protection Impact Assessment.pdf',
  'CV.pdf',
  'Lebenslauf.pdf',
  'IMG_20240101.jpg',
  'README.md',
  'annual-report-2024.pdf',
  'meeting_notes_final.docx',
  'data-protection-impact-assessment.pdf',
  'product_roadmap_emea.pptx',
  'terms and conditions.pdf',
  'package-lock.json',
  'screenshot.png',
  'source_code.zip',
  'sales figures.xlsx',
])('finds nothing in %j', async (name) => {
  expect(await isValue(name)).toBe(false);
});
