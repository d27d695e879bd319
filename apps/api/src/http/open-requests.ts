import { Injectable } from '@nestjs/common';

/** Requests that were accepted and are not answered yet, those whose body is still coming included. */
@Injectable()
export class OpenRequests {
  private count = 0;

  get size(): number {
    return this.count;
  }

  async during<Result>(serving: () => Promise<Result>): Promise<Result> {
    this.count++;
    try {
      return await serving();
    } finally {
      this.count--;
    }
  }
}
