import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Config, ReplicaId } from '#platform';

const ID_BYTES = 16;
const HEAD_BYTES = 64;
const HEAD = 'sent1 '; // Then which start of the machine this is.

/**
 * The calls of this process whose request has begun to go out, in a file that a kill of the process leaves
 * behind. It says of an open call of a dead replica that no provider has seen it. The id of a call takes a
 * place in it until the call is on record, so the file is as long as calls were ever open at once.
 *
 * What a machine that loses its power had not written yet is gone, so the file counts only until the
 * machine starts again. Where it cannot be written nothing is known, and a dead call counts as sent.
 */
@Injectable()
export class SentCalls {
  private readonly folder: string;
  private readonly places = new Map<string, number>();
  private readonly free: number[] = [];
  private next = 0;
  private file: number | undefined;

  constructor(
    { dataDir }: Config,
    private readonly replica: ReplicaId,
  ) {
    this.folder = join(dataDir, 'sent');
  }

  start(): void {
    const machine = startOfMachine();
    if (machine === undefined) return;
    try {
      mkdirSync(this.folder, { recursive: true, mode: 0o700 });
      for (const replica of readdirSync(this.folder)) {
        if (!this.sentBy(replica)) this.remove(replica); // Of a run before this one.
      }
      this.file = openSync(this.pathOf(this.replica.value), 'w', 0o600);
      writeSync(this.file, `${HEAD}${machine}`.padEnd(HEAD_BYTES), 0);
    } catch {
      this.close();
    }
  }

  /** Before the first byte goes out. Microseconds: it is in the memory of the system, not on the disk. */
  note(callId: string): void {
    if (this.file === undefined || this.places.has(callId)) return;
    const place = this.free.pop() ?? this.next++;
    try {
      writeSync(this.file, bytesOf(callId), 0, ID_BYTES, HEAD_BYTES + place * ID_BYTES);
      this.places.set(callId, place);
    } catch {
      this.stop(); // A full disk, perhaps: from here on the file would say of sent calls that they were not.
    }
  }

  /** The call is on record. */
  forget(callId: string): void {
    const place = this.places.get(callId);
    if (place === undefined) return;
    this.places.delete(callId);
    this.free.push(place);
  }

  /** For the end, when no call is open. */
  stop(): void {
    this.close();
    this.remove(this.replica.value);
  }

  /**
   * What a process of this machine had begun to send, and some calls that are long on record. Undefined:
   * nothing is known, so each of its calls may have been sent.
   */
  sentBy(replicaId: string): ReadonlySet<string> | undefined {
    try {
      const bytes = readFileSync(this.pathOf(replicaId));
      if (!isOfThisRun(bytes)) return undefined;
      const sent = new Set<string>();
      for (let from = HEAD_BYTES; from < bytes.length; from += ID_BYTES) {
        sent.add(idOf(bytes.subarray(from, from + ID_BYTES)));
      }
      return sent;
    } catch {
      return undefined;
    }
  }

  /** A dead replica, all of whose calls are on record. */
  remove(replicaId: string): void {
    rmSync(this.pathOf(replicaId), { force: true });
  }

  private pathOf(replicaId: string): string {
    return join(this.folder, replicaId);
  }

  private close(): void {
    if (this.file !== undefined) closeSync(this.file);
    this.file = undefined;
    this.places.clear();
  }
}

/** Of the machine. */
const isOfThisRun = (bytes: Buffer): boolean =>
  bytes.toString('latin1', 0, HEAD_BYTES).trimEnd() === `${HEAD}${startOfMachine()}`;

const bytesOf = (callId: string): Buffer => Buffer.from(callId.replaceAll('-', ''), 'hex');

const idOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** Undefined where the system does not tell: then nothing is proven. */
function startOfMachine(): string | undefined {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
  } catch {
    return undefined;
  }
}
