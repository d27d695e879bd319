import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { CheckpointSigner } from './checkpoint-signer.js';
import { joinNotes, readCheckpoint, splitNotes, writeCheckpoint } from './checkpoint.js';
import { leafHash } from './hashes.js';
import { openNote, readNoteKey, writeNoteKey } from './note.js';
import { readProof, writeProof } from './proof-text.js';

const signer = CheckpointSigner.fromSeed('gateway-test', Buffer.alloc(32, 1));
const root = leafHash(Buffer.from('root'));

describe('a signed note', () => {
  it('opens the example of the specification', () => {
    // The key and note of the Go module golang.org/x/mod/sumdb/note, which the format comes from.
    const key = readNoteKey('PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW');
    const note =
      'If you think cryptography is the answer to your problem,\n' +
      "then you don't know what your problem is.\n" +
      '\n' +
      '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n';
    expect(openNote(note, key)).toContain('cryptography');
    expect(openNote(note.replace('answer', 'Answer'), key)).toBeUndefined();
    expect(writeNoteKey(key)).toMatch(/^PeterNeumann\+c74f20a3\+/);
  });

  it('is refused when any character of its text changed, or under another key', () => {
    const note = signer.sign('org', 12, root);
    const key = signer.keyOf('org');
    expect(openNote(note, key)).toBe(`gateway-test/org\n12\n${root.toString('base64')}\n`);
    expect(openNote(note.replace('\n12\n', '\n13\n'), key)).toBeUndefined();
    expect(openNote(note, signer.keyOf('other'))).toBeUndefined();
    const stranger = CheckpointSigner.fromSeed('gateway-test', Buffer.alloc(32, 2));
    expect(openNote(note, stranger.keyOf('org'))).toBeUndefined();
  });

  it('opens beside the signatures of others', () => {
    const note = `${signer.sign('org', 1, root).trimEnd()}\n— witness.example AAAAAAAA\n`;
    expect(openNote(note, signer.keyOf('org'))).toContain('gateway-test/org');
  });
});

describe('the signing key', () => {
  it('prints a verifier key that reads back', () => {
    const key = readNoteKey(signer.vkeyOf('org'));
    expect(key.name).toBe('gateway-test/org');
    expect(openNote(signer.sign('org', 3, root), key)).toBeDefined();
    expect(() => readNoteKey(signer.vkeyOf('org').replace('/org', '/orb'))).toThrow('key id');
    expect(() => readNoteKey('nonsense')).toThrow('verifier key');
  });

  it('comes from a PEM file too, and from no other kind of key', () => {
    const ed25519 = generateKeyPairSync('ed25519').privateKey;
    const pem = ed25519.export({ format: 'pem', type: 'pkcs8' }).toString();
    const fromPem = CheckpointSigner.fromPem('gateway-test', pem);
    expect(openNote(fromPem.sign('org', 1, root), fromPem.keyOf('org'))).toBeDefined();
    const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    const ecPem = ec.export({ format: 'pem', type: 'pkcs8' }).toString();
    expect(() => CheckpointSigner.fromPem('gateway-test', ecPem)).toThrow('Ed25519');
    expect(() => CheckpointSigner.fromSeed('with space', Buffer.alloc(32))).toThrow('spaces');
  });
});

describe('a checkpoint', () => {
  it('reads back, and nothing else does', () => {
    const checkpoint = { origin: 'gateway-test/org', size: 12, root };
    expect(readCheckpoint(writeCheckpoint(checkpoint))).toEqual(checkpoint);
    for (const text of ['', 'a\n01\nAA==\n', 'a\n1\nAA==\n', `\n1\n${root.toString('base64')}\n`]) {
      expect(readCheckpoint(text)).toBeUndefined();
    }
  });

  it('stands in a file with others', () => {
    const notes = [1, 2, 3].map((size) => signer.sign('org', size, root));
    expect(splitNotes(joinNotes(notes))).toEqual(notes);
    expect(splitNotes('')).toEqual([]);
  });
});

describe('a proof as text', () => {
  it.each([0, 1, 18])('reads back with %i hashes', (count) => {
    const hashes = Array.from({ length: count }, (_, index) => leafHash(Buffer.of(index)));
    const proof = { index: 7, hashes, checkpoint: signer.sign('org', 12, root) };
    expect(readProof(writeProof(proof))).toEqual(proof);
  });

  it('may carry extra data, which is passed over', () => {
    const text = writeProof({ index: 0, hashes: [root], checkpoint: signer.sign('org', 2, root) });
    expect(readProof(text.replace('index', 'extra AAAA\nindex'))).toEqual(readProof(text));
    expect(readProof('c2sp.org/tlog-proof@v2\nindex 0\n')).toBeUndefined();
  });
});
