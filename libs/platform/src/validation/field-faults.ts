import { getMetadataStorage, type ValidationError } from 'class-validator';
import { didYouMean, type FieldFault } from '#kernel';

/** Each fault by the path of its field, as in `workloads[2].budget.amount`. */
export function fieldFaults(errors: readonly ValidationError[]): readonly FieldFault[] {
  return errors.flatMap((error) => faultsBelow(error, ''));
}

const LITERAL_SECRET =
  'a secret is never written here; name what holds it: {env: NAME} or {file: path}';

function faultsBelow(error: ValidationError, above: string): FieldFault[] {
  const { property, value, target, constraints = {}, children = [] } = error;
  const path = /^\d+$/.test(property) ? `${above}[${property}]` : joinPath(above, property);
  if (property === 'secret' && value !== undefined && typeof value !== 'object') {
    return [{ path, message: LITERAL_SECRET }];
  }
  const own = Object.entries(constraints).map(([rule, message]) => ({
    path,
    message:
      rule === 'whitelistValidation'
        ? `there is no such setting${didYouMean(property, settingsOf(target))}`
        : message,
  }));
  return [...own, ...children.flatMap((child) => faultsBelow(child, path))];
}

export const joinPath = (above: string, name: string): string =>
  above ? `${above}.${name}` : name;

/** Names of the settings that there are where somebody wrote another one. */
function settingsOf(target: object | undefined): ReadonlySet<string> {
  if (!target) return new Set();
  const storage = getMetadataStorage();
  const metadatas = storage.getTargetValidationMetadatas(target.constructor, '', false, false);
  return new Set(metadatas.map(({ propertyName }) => propertyName));
}
