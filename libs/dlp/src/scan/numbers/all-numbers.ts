import { ALPINE_NUMBERS } from './countries/austria-switzerland.js';
import { BALTIC_NUMBERS } from './countries/baltics.js';
import { BANK_ACCOUNTS } from './countries/bank-accounts.js';
import { BENELUX_NUMBERS } from './countries/benelux.js';
import { BRITISH_NUMBERS } from './countries/britain-ireland.js';
import { CENTRAL_EUROPEAN_NUMBERS } from './countries/central-europe.js';
import { COMPANY_NUMBERS } from './countries/companies.js';
import { FRENCH_NUMBERS } from './countries/france.js';
import { GERMAN_NUMBERS } from './countries/germany.js';
import { IBERIAN_NUMBERS } from './countries/iberia.js';
import { ITALIAN_NUMBERS } from './countries/italy.js';
import { NORDIC_NUMBERS } from './countries/nordic.js';
import { OVERSEAS_NUMBERS } from './countries/overseas.js';
import { POLISH_NUMBERS } from './countries/poland.js';
import { SOUTH_EASTERN_NUMBERS } from './countries/south-east.js';
import { DEVICE_NUMBERS } from './device-numbers.js';
import { VEHICLE_NUMBERS } from './vehicle-numbers.js';
import { PAYMENT_NUMBERS } from './payment-numbers.js';
import type { NumberSpec } from './number-spec.js';

/** Every number that is told by its shape, dates and check digits. */
export const ALL_NUMBERS: readonly NumberSpec[] = [
  ...DEVICE_NUMBERS,
  ...VEHICLE_NUMBERS,
  ...PAYMENT_NUMBERS,
  ...GERMAN_NUMBERS,
  ...ALPINE_NUMBERS,
  ...FRENCH_NUMBERS,
  ...IBERIAN_NUMBERS,
  ...ITALIAN_NUMBERS,
  ...BENELUX_NUMBERS,
  ...POLISH_NUMBERS,
  ...NORDIC_NUMBERS,
  ...CENTRAL_EUROPEAN_NUMBERS,
  ...SOUTH_EASTERN_NUMBERS,
  ...BALTIC_NUMBERS,
  ...BRITISH_NUMBERS,
  ...OVERSEAS_NUMBERS,
  ...BANK_ACCOUNTS,
  ...COMPANY_NUMBERS,
];
