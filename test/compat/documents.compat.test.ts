import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import { Mistral } from '@mistralai/mistralai';
import OpenAI from 'openai';
import { beforeEach, describe, expect, it } from 'vitest';
import { aPdf } from '../../libs/documents/src/testing/a-pdf.js';
import { aDocx } from '../../libs/documents/src/testing/office-files.js';
import { startGateway } from '../support/gateway.js';

const MAIL = 'ann.miller@example.org';
const gateway = await startGateway({
  workloads: [{ name: 'default' }, { name: 'guarded', protection: { mode: 'tokenize' } }],
});
beforeEach(() => gateway.sandbox.clear());

const LINES = [
  { text: `Please write to ${MAIL} about the northern depot and its boats.`, y: 700 },
  { text: 'The board met in March and agreed that it is to be closed.', y: 680 },
];
const kinds = {
  PDF: { name: 'letter.pdf', type: 'application/pdf', bytes: aPdf([LINES]) },
  DOCX: {
    name: 'letter.docx',
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    bytes: Buffer.from(
      aDocx({
        body: ['Please write to ann.mil', 'ler@example', '.org about it.'],
        elsewhere: 'Depot',
      }),
    ),
  },
};

const TEXT = 'Read this.';
const model = 'sandbox/echo';
const base64 = (kind: keyof typeof kinds): string => kinds[kind].bytes.toString('base64');
const dataUrl = (kind: keyof typeof kinds): string =>
  `data:${kinds[kind].type};base64,${base64(kind)}`;

type Sends = (kind: keyof typeof kinds, server: { url: string; key: string }) => Promise<unknown>;

const CLIENTS: Readonly<Record<string, Sends>> = {
  'openai chat': (kind, { url, key }) =>
    new OpenAI({ baseURL: `${url}/v1`, apiKey: key }).chat.completions.create({
      model,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: TEXT },
            { type: 'file', file: { filename: kinds[kind].name, file_data: dataUrl(kind) } },
          ],
        },
      ],
    }),
  'openai responses': (kind, { url, key }) =>
    new OpenAI({ baseURL: `${url}/v1`, apiKey: key }).responses.create({
      model,
      input: [
        {
          role: 'user',
          content: [
            { type: 'input_text', text: TEXT },
            { type: 'input_file', filename: kinds[kind].name, file_data: dataUrl(kind) },
          ],
        },
      ],
    }),
  '@anthropic-ai/sdk': (kind, { url, key }) =>
    new Anthropic({ baseURL: url, apiKey: key }).messages.create({
      model,
      max_tokens: 1_000,
      messages: [
        {
          role: 'user',
          content: [
            {
              type: 'document',
              title: kinds[kind].name,
              // Its types know PDFs alone; it sends what it is given.
              source: { type: 'base64', media_type: 'application/pdf', data: base64(kind) },
            },
            { type: 'text', text: TEXT },
          ],
        },
      ],
    }),
  '@google/genai': (kind, { url, key }) =>
    new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: url } }).models.generateContent({
      model,
      contents: [
        {
          role: 'user',
          parts: [
            { text: TEXT },
            { inlineData: { mimeType: kinds[kind].type, data: base64(kind) } },
          ],
        },
      ],
    }),
};

describe.each(Object.entries(CLIENTS))('a document of %s', (_client, send) => {
  it.each(['PDF', 'DOCX'] as const)('as %s is read, and inspected', async (kind) => {
    await send(kind, { url: gateway.url, key: gateway.key('guarded') });
    const [sent] = (await gateway.sandbox.requests()).map(({ body }) => body);
    expect(sent).toMatch(/Please write to EMAIL_\w+ about/);
    expect(sent).not.toContain(MAIL);
  });
});

describe('ocr.process of @mistralai/mistralai', () => {
  const process = (server: { url: string; key: string }, name: string, kind: keyof typeof kinds) =>
    new Mistral({ serverURL: server.url, apiKey: server.key }).ocr.process({
      model: name,
      document: {
        type: 'document_url',
        documentUrl: dataUrl(kind),
        documentName: kinds[kind].name,
      },
      tableFormat: 'html',
      extractHeader: true,
    });

  it.each(['PDF', 'DOCX'] as const)('reads %s on the machine itself', async (kind) => {
    const server = { url: gateway.url, key: gateway.key('guarded') };
    const { pages, usageInfo } = await process(server, 'gw/ocr', kind);
    expect(pages).toHaveLength(1);
    expect(pages[0]?.markdown).toContain(`Please write to ${MAIL} about`);
    expect(usageInfo.pagesProcessed).toBe(1);
    expect(await gateway.sandbox.requests()).toEqual([]);
  });

  it('is answered by a provider', async () => {
    const server = { url: gateway.url, key: gateway.key() };
    const { pages } = await process(server, 'sandbox/ocr', 'PDF');
    expect(pages[0]?.markdown).toContain('# Page 1 of letter.pdf');
  });
});
