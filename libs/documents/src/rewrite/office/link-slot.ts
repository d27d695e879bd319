import type { Element } from '@xmldom/xmldom';
import { readableAddress } from '../../formats/readable-address.js';
import type { Slot } from '../story.js';

/** A valid address that leads nowhere: a program that meets a bad one calls the whole file damaged. */
const NOWHERE = 'about:blank';

/** An address outside the document. */
export const linkSlot = (relationship: Element): Slot => ({
  text: readableAddress(relationship.getAttribute('Target') ?? ''),
  set() {
    relationship.setAttribute('Target', NOWHERE);
  },
});
