import { Flag } from '../lib/flag';

/** The API asked for a sign-in while somebody was at work. */
export const sessionLost = new Flag();
