// What is asked of a gateway inside of its image, by the image's own Node: each a program that prints what came of it.

export const SETTINGS = JSON.stringify({
  apiVersion: 'gw/v1',
  organisation: { name: 'Images', currency: 'EUR', protection: { mode: 'tokenize' } },
  providers: [
    {
      name: 'sandbox',
      family: 'sandbox',
      base_url: 'http://127.0.0.1:9901/v1',
      secret: { env: 'PROVIDER_KEY' },
      models: [{ id: 'echo', price: 'free' }],
    },
  ],
  workloads: [{ name: 'app', keys: [{ name: 'first', secret: { env: 'APP_KEY' } }] }],
});

const GATEWAY = 'http://127.0.0.1:8080';
const HEADERS = `{ authorization: 'Bearer ' + process.env.KEY, 'content-type': 'application/json' }`;

/** A call with an address in it, which the provider gets a pseudonym of and the caller gets back. */
export const CALL = `
  const messages = [{ role: 'user', content: 'Write to anna@example.com' }];
  const body = JSON.stringify({ model: 'sandbox/echo', messages });
  const answer = await fetch('${GATEWAY}/v1/chat/completions', { method: 'POST', headers: ${HEADERS}, body });
  const said = await answer.json();
  console.log(answer.status, said.choices?.[0].message.content ?? JSON.stringify(said));`;

export const PAGES = `
  const statuses = await Promise.all(['/console/', '/docs'].map((path) => fetch('${GATEWAY}' + path)));
  console.log(...statuses.map(({ status }) => status));`;

/** A letter, drawn and recognised here: parsers, fonts, canvas and recognition have to be there. */
export const DOCUMENT = `
  const { PDFDocument, StandardFonts } = await import('/app/node_modules/pdf-lib/cjs/index.js').then((one) => one.default);
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  pdf.addPage().drawText('A letter for the gateway', { x: 60, y: 700, size: 20, font });
  const document_url = 'data:application/pdf;base64,' + await pdf.saveAsBase64();
  const body = JSON.stringify({ model: 'gw/ocr', document: { type: 'document_url', document_url } });
  const answer = await fetch('${GATEWAY}/v1/ocr', { method: 'POST', headers: ${HEADERS}, body });
  const said = await answer.json();
  console.log(answer.status, said.pages?.[0].markdown ?? JSON.stringify(said));`;
