import { crc32 } from 'node:zlib';

export const EVENT_STREAM = 'application/vnd.amazon.eventstream';

const STRING = 7; // The type of a header's value.

/** One frame of a binary event stream: prelude, headers, payload, and checksums of both. */
export function eventFrame(headers: Readonly<Record<string, string>>, payload: string): Buffer {
  const head = Buffer.concat(Object.entries(headers).map(([name, value]) => headerOf(name, value)));
  const body = Buffer.from(payload);
  const prelude = Buffer.alloc(8);
  prelude.writeUInt32BE(16 + head.length + body.length, 0);
  prelude.writeUInt32BE(head.length, 4);
  const frame = Buffer.concat([prelude, checksumOf(prelude), head, body]);
  return Buffer.concat([frame, checksumOf(frame)]);
}

function headerOf(name: string, value: string): Buffer {
  const [nameBytes, valueBytes] = [Buffer.from(name), Buffer.from(value)];
  const valueHead = Buffer.from([STRING, 0, 0]);
  valueHead.writeUInt16BE(valueBytes.length, 1);
  return Buffer.concat([Buffer.from([nameBytes.length]), nameBytes, valueHead, valueBytes]);
}

function checksumOf(bytes: Buffer): Buffer {
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(bytes));
  return checksum;
}
