/**
 * What a reader of the log must know of a call beside its outcome. Each step adds its own words; an
 * entry lists them sorted, each once.
 */
export type Mark =
  /** Documents of it were anonymized on this machine before they left. */
  | 'document_anonymized'
  /** An operator ended the hold of the parent by hand. */
  | 'hold_released'
  /** An operator revoked the key. */
  | 'key_revoked'
  /** The operator's model that finds names did not read all: it had no time, or did not run. */
  | 'ner_degraded'
  /** An operator dealt with the row of the parent, which had been set aside. */
  | 'row_repaired'
  /** A value was not put back into an address of a host that neither the caller nor the settings name. */
  | 'restore_withheld'
  /** The provider says that it processed the call outside of what its endpoint guarantees. */
  | 'processed_elsewhere'
  /** The provider counted more or less than can be: it was settled at the bound. */
  | 'usage_clamped'
  /** A protective mode let something pass that it cannot read. */
  | 'unscanned'
  /** A tool server that settings trust was sent values in the place of pseudonyms. */
  | 'values_sent';

/** All marks of a call as an entry lists them. */
export const marksOf = (...lists: readonly (readonly Mark[])[]): readonly Mark[] => {
  const all = lists.flat();
  return all.length < 2 ? all : [...new Set(all)].toSorted();
};
