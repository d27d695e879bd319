/** As callers see ids; no provider's own look like these. */
export const STORE_ID = /^vs_gw_([0-9a-f]{32})$/;
export const DOCUMENT_ID = /^file_gw_([0-9a-f]{32})$/;

/** Whether an id looks like one of ours, whole or misspelt: no provider is asked for it. */
export const looksLikeStoreId = (id: string): boolean => id.startsWith('vs_gw_');

/** @param id a UUID */
export const storeIdOf = (id: string): string => `vs_gw_${id.replaceAll('-', '')}`;
export const documentIdOf = (id: string): string => `file_gw_${id.replaceAll('-', '')}`;

/** The UUID of a store that is ours; undefined for any other id. */
export const readStoreId = (id: string): string | undefined => uuidOf(STORE_ID.exec(id)?.[1]);
export const readDocumentId = (id: string): string | undefined => uuidOf(DOCUMENT_ID.exec(id)?.[1]);

const uuidOf = (hex: string | undefined): string | undefined =>
  hex?.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
