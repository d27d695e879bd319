import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BlobStore, type BlobName } from './blob-store.js';

/** A folder for each job, on a disk that all processes which make or work off jobs share. */
export class FolderStore extends BlobStore {
  constructor(private readonly home: string) {
    super();
  }

  async write(job: string, name: BlobName, pieces: AsyncIterable<Uint8Array>): Promise<void> {
    const folder = join(this.home, job);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, name);
    // Two workers that both take a job for theirs do not write into one file.
    const part = `${path}.${process.pid}.part`;
    const file = await open(part, 'w', 0o600);
    try {
      for await (const piece of pieces) await file.appendFile(piece);
      await file.sync();
    } catch (fault) {
      await file.close();
      await rm(part, { force: true });
      throw fault;
    }
    await file.close();
    await rename(part, path);
  }

  read(job: string, name: BlobName): AsyncIterable<Uint8Array> {
    return createReadStream(join(this.home, job, name));
  }

  async remove(job: string, name?: BlobName): Promise<void> {
    await rm(join(this.home, job, name ?? ''), { recursive: true, force: true });
  }
}
