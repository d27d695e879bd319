/** Members of answers that hold whole files as bare base64. */
const BASE64_MEMBERS: ReadonlySet<string> = new Set(['data', 'file_data', 'b64_json']);

export const holdsBareBytes = (key: string): boolean => BASE64_MEMBERS.has(key);
