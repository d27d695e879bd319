import { openToRewrite, readAgain, rewriteDocument, seeAgain } from '../anonymize/tasks.js';
import { coarsenPicture } from '../pixels/coarsen-picture.js';
import { drawPages } from '../pixels/draw-pages.js';
import { seePages } from '../pixels/read-pages.js';
import { countPages } from '../tasks/count-pages.js';
import { ocr } from '../tasks/ocr.js';
import { show } from '../tasks/show.js';

/** What a cell can be asked to do. */
export const tasks = {
  coarsenPicture,
  countPages,
  drawPages,
  ocr,
  openToRewrite,
  readAgain,
  rewriteDocument,
  seeAgain,
  seePages,
  show,
};

export type Tasks = typeof tasks;
