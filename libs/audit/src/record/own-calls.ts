import { Injectable } from '@nestjs/common';

/**
 * The calls of this process that are not on record yet. An intent of this replica for any other call is
 * a stray: its admission was committed after the call had been refused, say, because the network
 * delivered it late.
 */
@Injectable()
export class OwnCalls {
  private readonly open = new Set<string>();
  /** Sent, and ended with an outcome that the database would not take. */
  private readonly unrecorded = new Set<string>();

  get isEmpty(): boolean {
    return this.open.size + this.unrecorded.size === 0;
  }

  begin(id: string): void {
    this.open.add(id);
  }

  /** On record, whatever became of it. */
  end(id: string): void {
    this.open.delete(id);
  }

  endUnrecorded(id: string): void {
    this.open.delete(id);
    this.unrecorded.add(id);
  }

  isOpen(id: string): boolean {
    return this.open.has(id);
  }

  /** True once, for a call that is to be charged although its outcome is lost. */
  takeUnrecorded(id: string): boolean {
    return this.unrecorded.delete(id);
  }
}
