import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import { Cell } from '#documents';
import { aPdf } from '../../../libs/documents/src/testing/a-pdf.js';
import { expectError } from '../../support/expect-error.js';
import { startGateway } from '../../support/gateway.js';

// The children of this gateway are started as this process was, and with this.
const hook = `--import=${fileURLToPath(new URL('../../support/without-modules.mjs', import.meta.url))}`;
process.execArgv.push(hook);
const gateway = await startGateway();
const facts = await gateway.app.get(Cell).whenKnown();
afterAll(() => void process.execArgv.splice(process.execArgv.indexOf(hook), 1));

const ask = (type: string, bytes: Uint8Array, languages: readonly string[]) =>
  gateway.post('/v1/ocr', {
    model: 'gw/ocr',
    document: {
      type: 'document_url',
      document_url: `data:${type};base64,${Buffer.from(bytes).toString('base64')}`,
    },
    gw: { ocr_languages: languages },
  });

const BLANK = await sharp({
  create: { width: 400, height: 300, channels: 3, background: '#ffffff' },
})
  .png()
  .toBuffer();

it('a gateway without what draws pages says so, and reads the rest', async () => {
  expect(facts).toMatchObject({ canRender: false });
  const text = [{ text: 'A page of a report on rivers and their banks.', y: 700 }];
  const drawn = await ask('application/pdf', aPdf([text]), ['eng']);
  expectError(drawn, 'pdf_renderer_unavailable');
  const { degraded, status } = (await gateway.send('/readyz')).json<{
    degraded: string[];
    status: string;
  }>();
  expect({ degraded, status }).toEqual({
    degraded: expect.arrayContaining(['pdf_renderer']) as unknown,
    status: 'ready',
  });
  expect((await ask('image/png', BLANK, ['eng'])).status).toBe(200);
});

it('a language whose data is missing is not read in another one', async () => {
  expect(facts?.languages).not.toContain('pol');
  const answer = await ask('image/png', BLANK, ['pol']);
  expectError(answer, 'ocr_unavailable');
});
