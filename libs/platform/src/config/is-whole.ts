import { Transform } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';

/** A whole number, told in one line whatever is wrong with it. */
export function IsWhole(least: number, most: number): PropertyDecorator {
  const message = `$property must be a whole number from ${least} to ${most}`;
  const rules = [
    IsInt({ message }),
    Min(least, { message }),
    Max(most, { message }),
    Transform(({ value }) => Number(value)),
  ];
  return (target, property) => {
    for (const rule of rules) rule(target, property);
  };
}
