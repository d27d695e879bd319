/**
 * Providers count tokens their own way. The ratio of their count to our estimate, per model,
 * follows what they report; bounded, so that one odd answer cannot bend the next holds.
 */
const START = 1.1; // An estimate that is a little high holds a little more, which is the safe side.
const LOWEST = 0.8;
const HIGHEST = 1.6;
const WEIGHT = 0.1;
const MODELS_MAX = 5_000;
const TOKENS_MIN = 50; // Fixed overheads drown the ratio of very short prompts.

export class Calibration {
  private readonly ratios = new Map<string, number>();

  estimate(model: string, tokens: number): number {
    return Math.ceil(tokens * (this.ratios.get(model) ?? START));
  }

  learn(model: string, estimated: number, actual: number): void {
    if (estimated < TOKENS_MIN || actual <= 0) return;
    if (!this.ratios.has(model) && this.ratios.size >= MODELS_MAX) return;
    const before = this.ratios.get(model) ?? START;
    const seen = Math.min(HIGHEST, Math.max(LOWEST, actual / estimated));
    this.ratios.set(model, before + WEIGHT * (seen - before));
  }
}
