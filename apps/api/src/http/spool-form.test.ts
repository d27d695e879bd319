import type { IncomingMessage } from 'node:http';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ByteLease } from '#kernel';
import { FakeClock } from '../../../../test/support/fake-clock.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import { BodyIntake } from './body-intake.js';
import { spoolForm } from './spool-form.js';

// Uploads go where the system keeps its temporary files: here, into a folder of the test's own.
const { TMPDIR } = process.env;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gw-spool-test-'));
  process.env['TMPDIR'] = folder;
});
afterEach(async () => {
  if (TMPDIR === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = TMPDIR;
  await rm(folder, { recursive: true });
});

const field = (name: string, value: string) =>
  `--XX\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const file = (name: string, content: string) =>
  `--XX\r\nContent-Disposition: form-data; name="${name}"; filename="x.wav"\r\nContent-Type: audio/wav\r\n\r\n${content}\r\n`;
const END = '--XX--\r\n';

function requestOf(
  body: Iterable<string> | AsyncIterable<string>,
  headers: Record<string, string> = { 'content-type': 'multipart/form-data; boundary=XX' },
): IncomingMessage {
  const stream = Readable.from(body, { objectMode: false });
  return Object.assign(stream, { headers }) as unknown as IncomingMessage;
}

const intake = new BodyIntake(new FakeClock());
const spoolRequest = (request: IncomingMessage) =>
  spoolForm(request, intake.open(request, new ByteLease()));
const spool = (...pieces: string[]) => spoolRequest(requestOf(pieces));
const refused = (key: string) => expect.objectContaining({ key });

describe('spoolForm', () => {
  it('keeps fields in memory and puts files on disk, in the order of the form', async () => {
    const form = await spool(
      field('language', 'dé'),
      file('file', 'RIFF'),
      field('model', 'acme/whisper'),
      END,
    );
    expect(form.parts).toMatchObject([
      { kind: 'field', name: 'language', value: 'dé' },
      {
        kind: 'file',
        name: 'file',
        bytes: 4,
        filename: 'x.wav',
        contentType: 'audio/wav',
      },
      { kind: 'field', name: 'model', value: 'acme/whisper' },
    ]);
    const [, upload] = form.parts;
    if (upload?.kind !== 'file') throw new Error('no file');
    expect(await readFile(upload.path, 'utf8')).toBe('RIFF');
    expect((await stat(upload.path)).mode & 0o777).toBe(0o600);
    await form.dispose();
  });

  it('says how long recorded samples last, in whatever pieces they come', async () => {
    const head = `RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0@\x1f\0\0@\x1f\0\0\x01\0\x08\0`;
    const whole = `${head}data\x40\x1f\0\0${'\0'.repeat(8_000)}`;
    const form = await spool(...Array.from(file('file', whole)), END);
    expect(form.parts).toMatchObject([{ bytes: 8_044, seconds: 1 }]);
    await form.dispose();
  });

  it('deletes the files when the call is over, once or twice', async () => {
    const form = await spool(file('file', 'RIFF'), END);
    expect(await readdir(folder)).toHaveLength(1);
    await form.dispose();
    await form.dispose();
    expect(await readdir(folder)).toEqual([]);
  });

  it('reads names with and without quotes, and as browsers escape them', async () => {
    const bare = '--XX\r\ncontent-disposition:form-data;name=plain\r\n\r\n1\r\n';
    const { parts } = await spool(field('a %22b%22; name=c', '0'), bare, END);
    expect(parts.map((part) => part.name)).toEqual(['a "b"; name=c', 'plain']);
  });

  it('leaves out headers of a part that decide nothing', async () => {
    const part =
      '--XX\r\nContent-Type: TEXT/plain;charset="utf-8"\r\nX-Other: 1\r\nContent-Transfer-Encoding: Binary\r\ncontent-disposition: form-data; name=a\r\n\r\n1\r\n';
    expect((await spool(part, END)).parts).toEqual([
      { kind: 'field', name: 'a', contentType: 'text/plain; charset=utf-8', value: '1' },
    ]);
  });

  const D = 'Content-Disposition: form-data; name="a"';
  it.each([
    ['no head', ''],
    ['no disposition', 'Content-Type: text/plain'],
    ['no name', 'Content-Disposition: form-data'],
    ['an empty name', 'Content-Disposition: form-data; name=""'],
    ['two names', `${D}; name="b"`],
    ['two names in two cases', `${D}; NAME=b`],
    ['two filenames', `${D}; filename="b"; filename="c"`],
    ['an empty filename', `${D}; filename=""`],
    ['name*', "Content-Disposition: form-data; name*=UTF-8''a"],
    ['name and name*', `${D}; name*=UTF-8''b`],
    ['filename*', `${D}; filename*=UTF-8''b`],
    ['filename and filename*', `${D}; filename="b"; filename*=UTF-8''c`],
    ['a name with a quoted pair', 'Content-Disposition: form-data; name="a\\"; filename=\\"b"'],
    ['text behind a quote', `${D}x; filename="b"`],
    ['an open quote', 'Content-Disposition: form-data; name="a'],
    ['a parameter of its own', `${D}; size=1`],
    ['an unquoted name with a space', 'Content-Disposition: form-data; name=a b'],
    ['another disposition', 'Content-Disposition: attachment; name="a"'],
    ['a second disposition', `${D}\r\nContent-Disposition: form-data; name="b"; filename="c"`],
    ['a second disposition in another case', `${D}\r\ncontent-disposition: form-data; name="b"`],
    ['a folded line', `${D};\r\n filename="b"`],
    ['a space before the colon', 'Content-Disposition : form-data; name="a"'],
    ['a bare line feed', `${D}\nContent-Disposition: form-data; name="b"`],
    ['a bare carriage return', `${D}\rContent-Disposition: form-data; name="b"`],
    ['a null', 'Content-Disposition: form-data; name="a\0b"'],
    ['an escaped line end', 'Content-Disposition: form-data; name="a%0d%0ab"'],
    ['a form inside', `${D}; filename="b"\r\nContent-Type: multipart/mixed; boundary=YY`],
    ['a message inside', `${D}; filename="b"\r\nContent-Type: message/rfc822`],
    ['another charset', `${D}\r\nContent-Type: text/plain; charset=utf-16`],
    ['two charsets', `${D}\r\nContent-Type: text/plain; charset=utf-8; charset=utf-16`],
    ['an encoding', `${D}\r\nContent-Transfer-Encoding: base64`],
    ['two types', `${D}\r\nContent-Type: a/b\r\nContent-Type: c/d`],
  ])('refuses a part with %s', async (_what, head) => {
    await expect(spool(`--XX\r\n${head}\r\n\r\n1\r\n`, END)).rejects.toEqual(
      refused('form_malformed'),
    );
  });

  it('refuses a value that is not UTF-8', async () => {
    const body = Buffer.concat([
      Buffer.from('--XX\r\nContent-Disposition: form-data; name="a"\r\n\r\n'),
      Buffer.from([0xff, 0x41, 0x00]),
      Buffer.from(`\r\n${END}`),
    ]);
    async function* chunks() {
      yield body as unknown as string;
    }
    await expect(spoolRequest(requestOf(chunks()))).rejects.toEqual(refused('body_not_utf8'));
  });

  it.each([
    ['a field twice', [field('language', 'de'), field('language', 'en')]],
    ['a field twice in two cases', [field('language', 'de'), field('Language', 'en')]],
    ['a field and a file of one name', [field('file', 'x'), file('file', 'y')]],
    ['two models', [field('model', 'a/b'), field('model', 'c/d')]],
    ['a model in another case', [field('Model', 'a/b')]],
    ['a model in brackets', [field('model[]', 'a/b')]],
    ['a model in a file', [file('model', 'a/b')]],
    [
      'a model in JSON',
      [field('model', '"a/b"').replace('"model"', '"model"\r\nContent-Type: application/json')],
    ],
    ['further models', [field('models[]', 'a/b')]],
    ['a stream of another spelling', [field('stream', 'True')]],
    ['a count that is none', [field('n', '5.0')]],
    ['a background', [field('background', 'true')]],
    ['a charset', [field('_charset_', 'utf-16')]],
  ])('refuses %s', async (_what, parts) => {
    await expect(spool(...parts, END)).rejects.toEqual(refused('field_invalid'));
    expect(await readdir(folder)).toEqual([]);
  });

  it('takes several values under one name as SDKs write them, and several files', async () => {
    const { parts, dispose } = await spool(
      field('include[]', 'a'),
      field('include[]', 'b'),
      file('image', 'x'),
      file('image', 'y'),
      END,
    );
    expect(parts).toHaveLength(4);
    await dispose();
  });

  it('does not take the name of a file for the name of its part', async () => {
    const part =
      '--XX\r\nContent-Disposition: form-data; filename="name=x"; name="file"\r\n\r\n1\r\n';
    const form = await spool(part, END);
    expect(form.parts).toMatchObject([{ kind: 'file', name: 'file' }]);
    await form.dispose();
  });

  it('reads a boundary in quotes', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary="XX"; charset=utf-8' };
    const form = await spoolRequest(requestOf([field('a', '1'), END], headers));
    expect(form.parts).toHaveLength(1);
  });

  it.each([
    'multipart/form-data',
    'multipart/form-data; boundary=""',
    'multipart/form-data; boundary=YY; boundary=XX',
    'multipart/form-data; boundary=YY; Boundary=XX',
    'multipart/form-data; boundary="XX "',
    'multipart/form-data; boundary="X\\X"',
    `multipart/form-data; boundary=${'X'.repeat(71)}`,
  ])('refuses a form whose boundary is not plain: %s', async (type) => {
    const spooled = spoolRequest(requestOf([END], { 'content-type': type }));
    await expect(spooled).rejects.toEqual(refused('form_malformed'));
  });

  it('leaves no file behind when the form breaks off', async () => {
    await expect(spool(file('file', 'RIFF'), '--XX\r\nfile')).rejects.toEqual(
      refused('form_malformed'),
    );
    expect(await readdir(folder)).toEqual([]);
    async function* lost() {
      yield file('file', 'RIFF').slice(0, -4);
      await Promise.resolve();
      throw new Error('aborted');
    }
    await expect(spoolRequest(requestOf(lost()))).rejects.toThrow('aborted');
    expect(await readdir(folder)).toEqual([]);
  });

  it('refuses a form that says it is too large before reading any of it', async () => {
    const headers = {
      'content-type': 'multipart/form-data; boundary=XX',
      'content-length': String(64 * 1_024 * 1_024 + 1),
    };
    const request = requestOf([END], headers);
    await expect(spoolRequest(request)).rejects.toEqual(refused('body_too_large'));
    expect(request.readableDidRead).toBe(false);
  });

  it('refuses a form that turns out to be too large', async () => {
    const mebibyte = 'x'.repeat(1_024 * 1_024);
    function* large() {
      yield file('file', '').slice(0, -2);
      for (let piece = 0; piece < 65; piece++) yield mebibyte;
    }
    await expect(spoolRequest(requestOf(large()))).rejects.toEqual(refused('body_too_large'));
    expect(await readdir(folder)).toEqual([]);
  });

  it('refuses a field that should have been a file', async () => {
    await expect(spool(field('a', 'x'.repeat(1_024 * 1_024 + 1)), END)).rejects.toEqual(
      refused('body_too_large'),
    );
  });

  it('refuses a form of very many parts', async () => {
    const parts = Array.from({ length: 128 }, () => field('a[]', '1'));
    expect((await spool(...parts, END)).parts).toHaveLength(128);
    await expect(spool(...parts, field('a[]', '1'), END)).rejects.toEqual(
      refused('form_malformed'),
    );
  });

  it('fails alone when the disk does', async () => {
    async function* pieces() {
      yield file('first', 'RIFF');
      await waitFor('the upload to begin', async () => (await readdir(folder)).length > 0);
      for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true });
      yield file('second', 'RIFF');
      yield END;
    }
    await expect(spoolRequest(requestOf(pieces()))).rejects.toMatchObject({
      key: 'upload_storage_unavailable',
      cause: { code: 'ENOENT' },
    });
  });
});
