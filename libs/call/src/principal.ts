import type { Organisation, Workload } from './settings.js';

/** Who is calling, with the settings that applied at that moment. Never holds the key itself. */
export interface Principal {
  /** Public id of the virtual key (8 characters). */
  readonly keyId: string;
  readonly organisation: Organisation;
  readonly workload: Workload;
}
