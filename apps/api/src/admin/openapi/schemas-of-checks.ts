import { defaultMetadataStorage } from 'class-transformer/cjs/storage.js';
import { validationMetadatasToSchemas } from 'class-validator-jsonschema';

const DECIMAL = { type: 'string', pattern: String.raw`^\d+(\.\d+)?$`, example: '12.50' } as const;

/** Of the checks that are our own. */
const CONVERTERS = {
  isDecimalText: DECIMAL,
  isAmount: DECIMAL,
  isRate: DECIMAL,
  isMoment: { type: 'string', format: 'date-time' },
  whitelistValidation: {},
} as const;

/** Every class that checks something, as a schema. @param prefix of references, as in `#/$defs/` */
export const schemasOfChecks = (prefix: string) =>
  validationMetadatasToSchemas({
    classTransformerMetadataStorage: defaultMetadataStorage,
    refPointerPrefix: prefix,
    additionalConverters: CONVERTERS,
  });
