import { UnusableLocalModel } from '../../unusable-local-model.js';

const SCALE_BYTES = 4;

/** Vectors of the pieces of a vocabulary, in bytes with a scale for each row, as several graphs share them. */
export class WordVectors {
  /** Of one vector. */
  readonly width: number;

  private readonly scales: Float32Array;
  private readonly rows: Int8Array;

  /**
   * @param bytes a float32 scale of each row, little-endian, then the rows
   * @throws UnusableLocalModel where they are none of so many rows
   */
  constructor(
    bytes: Buffer,
    readonly size: number,
  ) {
    this.width = bytes.length / size - SCALE_BYTES;
    if (!Number.isInteger(this.width) || this.width < 1) {
      throw new UnusableLocalModel(
        `The word vectors have ${bytes.length} bytes, which are no rows for a vocabulary of ${size}.`,
      );
    }
    this.scales = Float32Array.from({ length: size }, (_, row) =>
      bytes.readFloatLE(row * SCALE_BYTES),
    );
    const front = size * SCALE_BYTES;
    this.rows = new Int8Array(bytes.buffer, bytes.byteOffset + front, size * this.width);
  }

  /** Writes the vectors of pieces one after the other, from a place counted in vectors on. */
  write(ids: readonly number[], into: Float32Array, at: number): void {
    let next = at * this.width;
    for (const id of ids) {
      const scale = this.scales[id] as number;
      const row = id * this.width;
      for (let column = 0; column < this.width; column++) {
        into[next++] = (this.rows[row + column] as number) * scale;
      }
    }
  }
}
