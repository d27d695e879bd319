import { ValidateIf } from 'class-validator';

/** May be left out, but not be null: `IsOptional` lets null through to where a value is expected. */
export const MayBeLeftOut = (): PropertyDecorator =>
  ValidateIf((_, value: unknown) => value !== undefined);
