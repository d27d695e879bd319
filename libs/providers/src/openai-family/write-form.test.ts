import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FormPart } from '#call';
import { writeForm } from './write-form.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gw-write-form-'));
});
afterAll(() => rm(folder, { recursive: true }));

const field = (name: string, value: string): FormPart => ({
  kind: 'field',
  name,
  contentType: null,
  value,
});

async function file(name: string, content: Buffer): Promise<FormPart> {
  const path = join(folder, name);
  await writeFile(path, content);
  const bytes = content.length;
  return {
    kind: 'file',
    name: 'file',
    filename: name,
    contentType: 'audio/wav',
    path,
    bytes,
    seconds: null,
  };
}

const formOf = (...parts: FormPart[]) => ({ parts, dispose: () => Promise.resolve() });

describe('writeForm', () => {
  it('writes no name that could begin another header or another parameter', async () => {
    const form = formOf(field('a"; filename="x', '1'), field('b\r\nX-Y: z', '2'));
    const text = (await buffer(writeForm(form, null, 'b').stream)).toString();
    expect(text).toContain('name="a%22; filename=%22x"\r\n\r\n1');
    expect(text).toContain('name="b%0D%0AX-Y: z"\r\n\r\n2');
  });

  it('writes each part anew, in the order in which it came', async () => {
    const content = Buffer.from('RIFF\r\n--not the boundary\r\n\0ÿ', 'latin1');
    const form = formOf(field('language', 'dé'), await file('a "b".wav', content), field('n', ''));
    const { stream, contentType } = writeForm(form, null, 'bound');
    expect(contentType).toBe('multipart/form-data; boundary=bound');
    const written = await buffer(stream);
    expect(written).toEqual(
      Buffer.concat([
        Buffer.from('--bound\r\nContent-Disposition: form-data; name="language"\r\n\r\ndé\r\n'),
        Buffer.from(
          '--bound\r\nContent-Disposition: form-data; name="file"; filename="a %22b%22.wav"\r\nContent-Type: audio/wav\r\n\r\n',
        ),
        content,
        Buffer.from(
          '\r\n--bound\r\nContent-Disposition: form-data; name="n"\r\n\r\n\r\n--bound--\r\n',
        ),
      ]),
    );
  });

  it('says to the byte how long it is', async () => {
    const form = formOf(
      field('prompt', '🦊 ünïcode'),
      await file('big.bin', Buffer.alloc(300_000, 7)),
      await file('empty.bin', Buffer.alloc(0)),
    );
    const { stream, bytes } = writeForm(form, null, 'gw-0192f0c0');
    expect((await buffer(stream)).length).toBe(bytes);
  });

  it("puts the provider's own model id in, and counts it", async () => {
    const form = formOf(field('model', 'acme/whisper-large'), field('models', 'acme/x'));
    const { stream, bytes } = writeForm(form, 'whisper', 'b');
    const written = await buffer(stream);
    expect(written.toString()).toContain('name="model"\r\n\r\nwhisper\r\n');
    expect(written.toString()).toContain('name="models"\r\n\r\nacme/x\r\n');
    expect(written.length).toBe(bytes);
  });

  it('can be written again for another attempt', async () => {
    const form = formOf(await file('c.wav', Buffer.from('again')));
    const first = await buffer(writeForm(form, 'm', 'b').stream);
    expect(await buffer(writeForm(form, 'm', 'b').stream)).toEqual(first);
  });
});
