const STORE = /^vs_gw_([0-9a-f]{32})$/;
const DOCUMENT = /^file_gw_([0-9a-f]{32})$/;

/** As callers see it: no provider's own id looks like that. @param id a UUID */
export const storeIdOf = (id: string): string => `vs_gw_${id.replaceAll('-', '')}`;
export const documentIdOf = (id: string): string => `file_gw_${id.replaceAll('-', '')}`;

/** The UUID of a store that is ours; undefined for any other id. */
export const readStoreId = (id: string): string | undefined => uuidOf(STORE.exec(id)?.[1]);
export const readDocumentId = (id: string): string | undefined => uuidOf(DOCUMENT.exec(id)?.[1]);

const uuidOf = (hex: string | undefined): string | undefined =>
  hex?.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
