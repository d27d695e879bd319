/** What makers call their objects; anything else may name another path, or none. */
const OBJECT_ID = /^\w[\w.:-]{0,255}$/;

export const isObjectId = (id: string): boolean => OBJECT_ID.test(id);
