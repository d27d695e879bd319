import type { NumberSpec } from '../scan/numbers/number-spec.js';

const PARTINGS = /[-/.+ ]/g;

/** Letters and digits of a number, without what parts them. */
export const compactOf = (written: string): string => written.replaceAll(PARTINGS, '');

/** Whether a number has the shape of one of the forms and is valid: what the search makes sure of, and asks. */
export const fitsNumber = ({ forms, isValid }: NumberSpec, compact: string): boolean =>
  Object.keys(forms).some((form) => {
    const shape = compactOf(form).replaceAll('9', '[0-9]').replaceAll('X', '[0-9A-Z]');
    return new RegExp(`^${shape.replaceAll(/A(?!-Z)/g, '[A-Z]')}$`).test(compact);
  }) && isValid?.(compact) !== false;
