import type { Dispatch, Order } from '../family-adapter.js';
import { pictureParts } from '../picture-parts.js';
import { headTo } from './write-request.js';

export const writePictures = (order: Order): Dispatch =>
  pictureParts(order, (body) => ({ ...headTo(order, 'generateContent'), body }));
