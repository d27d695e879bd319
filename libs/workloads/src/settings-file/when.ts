/** The fault, where there is one: faults are lists, so that all of them are told at once. */
export const when = (isFault: boolean, message: string): string[] => (isFault ? [message] : []);
