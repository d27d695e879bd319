/** Why a provider cannot take what is shown, as its caller is told. */

export const NO_ADDRESS =
  'The address of an image or a file is none: send one that begins with https://, or the bytes, as in data:image/png;base64,…';
export const KEPT_ELSEWHERE =
  'A file is named that the provider keeps. None was kept by way of the gateway: send its bytes, or a web address.';
export const BYTES_ALONE =
  'The chosen model takes images and documents in the request alone. Send their bytes.';
export const NO_IDS = 'The chosen model knows no files by their ids. Send their bytes.';
export const NO_IMAGE_IDS = 'The chosen model knows no images by their ids. Send their bytes.';
export const TEXTS_ALONE = 'The chosen model takes documents as text alone.';
export const DOCUMENT_KINDS =
  'The chosen model takes documents of these kinds: pdf, csv, doc, docx, xls, xlsx, html, txt, md.';
