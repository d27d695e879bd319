import { Type } from 'class-transformer';
import { IsArray, IsObject, Matches, registerDecorator, ValidateNested } from 'class-validator';

/** What things are named in the settings file. */
const NAME = /^[a-zA-Z0-9][a-zA-Z0-9._-]{0,63}$/;

/** What names of things are made of. */
export const IsName = (): PropertyDecorator =>
  Matches(NAME, {
    message:
      '$property takes 1 to 64 letters without accents, digits, dots, dashes and underscores, a letter or a digit first',
  });

/** ISO 4217. */
export const IsCurrency = (): PropertyDecorator =>
  Matches(/^[A-Z]{3}$/, { message: '$property must be an ISO 4217 code, as in EUR' });

export const Nested = (type: () => new () => object, isList = false): PropertyDecorator => {
  return (target, property) => {
    ValidateNested({ each: isList, message: '$property must be a mapping' })(target, property);
    Type(type)(target, property);
    (isList ? IsArray() : IsObject())(target, property);
  };
};

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)$/;

/** A date and a time with its distance from UTC: one moment, wherever it is read. */
export function IsMoment(): PropertyDecorator {
  return (target, property) =>
    registerDecorator({
      name: 'isMoment',
      target: target.constructor,
      propertyName: String(property),
      options: { message: '$property must be a moment, as in 2026-12-01T00:00:00+01:00' },
      validator: {
        validate: (value: unknown) =>
          typeof value === 'string' && MOMENT.test(value) && !Number.isNaN(Date.parse(value)),
      },
    });
}
