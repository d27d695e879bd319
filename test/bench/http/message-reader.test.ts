import { describe, expect, it } from 'vitest';
import { MessageReader } from './message-reader.js';

const SIZED = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello';
const CHUNKED =
  'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nhel\r\n2;note=x\r\nlo\r\n0\r\n\r\n';
const EMPTY = 'HTTP/1.1 204 No Content\r\n\r\n';

function readAll(pieces: readonly string[]): { head: string; body: string }[] {
  const messages: { head: string; body: string }[] = [];
  let head = '';
  let body = '';
  const reader = new MessageReader({
    onHead: (text) => {
      head = text;
      body = '';
    },
    onBody: (piece) => {
      body += piece.toString();
    },
    onEnd: () => messages.push({ head: head.slice(0, 12), body }),
  });
  for (const piece of pieces) reader.read(Buffer.from(piece));
  return messages;
}

const EXPECTED = [
  { head: 'HTTP/1.1 200', body: 'hello' },
  { head: 'HTTP/1.1 200', body: 'hello' },
  { head: 'HTTP/1.1 204', body: '' },
  { head: 'HTTP/1.1 200', body: 'hello' },
];

describe('MessageReader', () => {
  const stream = SIZED + CHUNKED + EMPTY + SIZED;

  it('reads messages that arrive in one piece', () => {
    expect(readAll([stream])).toEqual(EXPECTED);
  });

  it('reads messages that arrive byte by byte', () => {
    expect(readAll(stream.split(''))).toEqual(EXPECTED);
  });

  it('reads messages cut anywhere', () => {
    for (let cut = 1; cut < stream.length; cut++) {
      expect(readAll([stream.slice(0, cut), stream.slice(cut)])).toEqual(EXPECTED);
    }
  });
});
