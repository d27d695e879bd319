import type { IncomingMessage } from 'node:http';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { waitFor } from '../../../../test/support/wait-for.js';
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

const spool = (...pieces: string[]) => spoolForm(requestOf(pieces));
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
        head: expect.stringContaining('Content-Type: audio/wav'),
      },
      { kind: 'field', name: 'model', value: 'acme/whisper' },
    ]);
    const [, upload] = form.parts;
    if (upload?.kind !== 'file') throw new Error('no file');
    expect(await readFile(upload.path, 'utf8')).toBe('RIFF');
    expect((await stat(upload.path)).mode & 0o777).toBe(0o600);
    await form.dispose();
  });

  it('deletes the files when the call is over, once or twice', async () => {
    const form = await spool(file('file', 'RIFF'), END);
    expect(await readdir(folder)).toHaveLength(1);
    await form.dispose();
    await form.dispose();
    expect(await readdir(folder)).toEqual([]);
  });

  it('reads names with and without quotes, and empty ones', async () => {
    const bare = '--XX\r\ncontent-disposition:form-data;name=plain\r\n\r\n1\r\n';
    const none = '--XX\r\ncontent-disposition: form-data\r\n\r\n2\r\n';
    const { parts } = await spool(
      field('a "b"', '0').replace('a "b"', 'a \\"b\\"'),
      bare,
      none,
      END,
    );
    expect(parts.map((part) => part.name)).toEqual(['a \\"b\\"', 'plain', '']);
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
    const form = await spoolForm(requestOf([field('a', '1'), END], headers));
    expect(form.parts).toHaveLength(1);
  });

  it('refuses a form that names no boundary', async () => {
    const spooled = spoolForm(requestOf([END], { 'content-type': 'multipart/form-data' }));
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
    await expect(spoolForm(requestOf(lost()))).rejects.toThrow('aborted');
    expect(await readdir(folder)).toEqual([]);
  });

  it('refuses a form that says it is too large before reading any of it', async () => {
    const headers = {
      'content-type': 'multipart/form-data; boundary=XX',
      'content-length': String(64 * 1_024 * 1_024 + 1),
    };
    const request = requestOf([END], headers);
    await expect(spoolForm(request)).rejects.toEqual(refused('body_too_large'));
    expect(request.readableDidRead).toBe(false);
  });

  it('refuses a form that turns out to be too large', async () => {
    const mebibyte = 'x'.repeat(1_024 * 1_024);
    function* large() {
      yield file('file', '').slice(0, -2);
      for (let piece = 0; piece < 65; piece++) yield mebibyte;
    }
    await expect(spoolForm(requestOf(large()))).rejects.toEqual(refused('body_too_large'));
    expect(await readdir(folder)).toEqual([]);
  });

  it('refuses a field that should have been a file', async () => {
    await expect(spool(field('a', 'x'.repeat(1_024 * 1_024 + 1)), END)).rejects.toEqual(
      refused('body_too_large'),
    );
  });

  it('refuses a form of very many parts', async () => {
    const parts = Array.from({ length: 128 }, () => field('a', '1'));
    expect((await spool(...parts, END)).parts).toHaveLength(128);
    await expect(spool(...parts, field('a', '1'), END)).rejects.toEqual(refused('form_malformed'));
  });

  it('fails alone when the disk does', async () => {
    async function* pieces() {
      yield file('first', 'RIFF');
      await waitFor('the upload to begin', async () => (await readdir(folder)).length > 0);
      for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true });
      yield file('second', 'RIFF');
      yield END;
    }
    await expect(spoolForm(requestOf(pieces()))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
