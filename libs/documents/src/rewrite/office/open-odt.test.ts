import { expect, it } from 'vitest';
import { anArchive } from '../../testing/an-archive.js';
import { openOdt } from './open-odt.js';

const space = (name: string) => `xmlns:${name}="urn:x:${name}"`;
const odt = (paragraph: string): Uint8Array =>
  anArchive({
    'content.xml': `<o:document-content ${space('o')} ${space('text')}><o:body><o:text><text:p>${paragraph}</text:p></o:text></o:body></o:document-content>`,
  });
const proseOf = (bytes: Uint8Array): string =>
  openOdt(bytes)
    .texts.map(({ text }) => text.trim())
    .join('\n');

it('a word is whole around spaces that are none', () => {
  expect(proseOf(odt('ann<text:s text:c="0"/>@example<text:s text:c="00"/>.org'))).toContain(
    'ann@example.org',
  );
  expect(proseOf(odt('one<text:s/>two<text:s text:c="3"/>three'))).toContain('one two three');
});
