/** Of a job: what came in, what goes out, and what its tags stand for. */
export type BlobName = 'input' | 'result' | 'mapping';

/** Where documents of jobs lie, encrypted before they come here. Nothing of it is ever listed or searched. */
export abstract class BlobStore {
  /** Whole or not at all; in the place of what is there. @param length of all pieces */
  abstract write(
    job: string,
    name: BlobName,
    pieces: AsyncIterable<Uint8Array>,
    length: number,
  ): Promise<void>;

  /** @throws where it is not there */
  abstract read(job: string, name: BlobName): AsyncIterable<Uint8Array>;

  /** Everything of the job, or one of it; also where there is nothing. */
  abstract remove(job: string, name?: BlobName): Promise<void>;
}
