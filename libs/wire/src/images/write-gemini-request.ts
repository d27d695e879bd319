import type { PictureRequest } from './read-request.js';

/** A conversation in the format of Gemini whose answer is one picture. */
export const writePictureRequest = ({ prompt, ratio, scale }: PictureRequest): string =>
  JSON.stringify({
    contents: [{ role: 'user', parts: [{ text: prompt }] }],
    generationConfig: {
      responseModalities: ['IMAGE'],
      imageConfig: ratio && { aspectRatio: ratio, imageSize: scale },
    },
  });
