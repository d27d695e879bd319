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
  const text = 'BT /F 20 Tf 60 700 Td (A letter for the gateway) Tj ET';
  const pdf = [
    '%PDF-1.4', // Without a table of places, which readers do without.
    '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
    '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj',
    '4 0 obj<</Length ' + text.length + '>>stream',
    text,
    'endstream endobj',
    '5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj',
    'trailer<</Root 1 0 R>>',
  ].join('\\n');
  const document_url = 'data:application/pdf;base64,' + Buffer.from(pdf).toString('base64');
  const body = JSON.stringify({ model: 'gw/ocr', document: { type: 'document_url', document_url } });
  const answer = await fetch('${GATEWAY}/v1/ocr', { method: 'POST', headers: ${HEADERS}, body });
  const said = await answer.json();
  console.log(answer.status, said.pages?.[0].markdown ?? JSON.stringify(said));`;
