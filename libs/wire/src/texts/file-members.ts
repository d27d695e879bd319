/**
 * Members that hold whole files. `base64`: the bare bytes may stand there; `url`: only a data URL
 * or an address does. The one list of them: whoever scans, counts or converts files reads it.
 */
const FILE_MEMBERS: Readonly<Record<string, 'base64' | 'url'>> = {
  data: 'base64',
  file_data: 'base64',
  b64_json: 'base64',
  image_data: 'url',
  image_url: 'url',
  url: 'url',
};

export const isFileMember = (key: string): boolean => Object.hasOwn(FILE_MEMBERS, key);

export const holdsBareBytes = (key: string): boolean =>
  isFileMember(key) && FILE_MEMBERS[key] === 'base64';
