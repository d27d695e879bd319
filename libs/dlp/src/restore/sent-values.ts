import { assert, NEVER_ENDED, runInSlices } from '#kernel';
import type { InspectedCall, Inspection } from '#call';
import type { Vault } from '../pseudonyms/vault.js';
import { restoreWhole } from './text-restorer.js';

/** The values of one call, for a receiver that settings trust; whether it was sent them. */
export class SentValues {
  wereAsked = false;

  constructor(
    private readonly call: InspectedCall,
    private readonly vault: Vault,
  ) {}

  get inspection(): Inspection {
    return { ...this.call.inspection, withValues: () => this.restore() };
  }

  /** As of arguments that a model has written: strings of JSON stay strings of JSON. */
  private async restore(): Promise<string> {
    this.wereAsked = true;
    const { request } = this.call.inspection;
    assert(request.kind === 'json', 'a tool is called with JSON');
    const rules = { vault: this.vault, guard: null, place: '', name: '', isSigned: false };
    return runInSlices(restoreWhole(rules, request.document.text), NEVER_ENDED);
  }
}
