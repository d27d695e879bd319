const PICTURES: Readonly<Record<string, string>> = {
  gif: 'image/gif',
  heic: 'image/heic',
  heif: 'image/heif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
};
const FILES: Readonly<Record<string, string>> = {
  ...PICTURES,
  csv: 'text/csv',
  flac: 'audio/flac',
  html: 'text/html',
  md: 'text/markdown',
  mov: 'video/mov',
  mp3: 'audio/mp3',
  mp4: 'video/mp4',
  mpeg: 'video/mpeg',
  ogg: 'audio/ogg',
  txt: 'text/plain',
  wav: 'audio/wav',
  webm: 'video/webm',
};

/**
 * The type of a file at an address, by its ending. Vertex AI wants to be told; and what a caller calls a
 * picture is read as one, since as a video it would cost a thousand times that.
 */
export function typeOfAddress(address: string, kind: 'image' | 'file'): string {
  const path = URL.canParse(address) ? new URL(address).pathname : '';
  const ending = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  return kind === 'image'
    ? (PICTURES[ending] ?? 'image/jpeg')
    : (FILES[ending] ?? 'application/pdf');
}
