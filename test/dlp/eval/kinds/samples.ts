import { phoneSamples, urlSamples, usernameSamples, writtenEmailSamples } from './contacts.js';
import { creditCardSamples } from './credit-card.js';
import {
  deviceSamples,
  iccidSamples,
  imsiSamples,
  ipSamples,
  macSamples,
  serialSamples,
  vinSamples,
} from './devices.js';
import { emailSamples } from './email.js';
import { ibanSamples } from './iban.js';
import { imeiSamples } from './imei.js';
import { numberSamples } from './numbers.js';
import {
  bicSamples,
  expirySamples,
  securityCodeSamples,
  walletSamples,
  zoneSamples,
} from './payments.js';
import { ageSamples, birthSamples, spokenAgeSamples } from './people.js';
import { addressSamples, coordinateSamples, plateSamples, postalSamples } from './places.js';

/** How values of a kind are made for the evaluation and the attacks; one file for each group of kinds. */
export interface KindSamples {
  readonly kind: string;
  /** Where a kind has several, which of them. */
  readonly name?: string;
  readonly valid: (random: () => number) => string;
  /** Looks like a value and is none. */
  readonly nearMiss: (random: () => number) => string;
  /** Sentences, forms and members that it stands in, in the languages of the kind; `#` stands for it. */
  readonly contexts: readonly string[];
  /** Where near misses stand, if not there: beside a label anything may be a street. */
  readonly missContexts?: readonly string[];
}

export const SAMPLES: readonly KindSamples[] = [
  creditCardSamples,
  emailSamples,
  writtenEmailSamples,
  ibanSamples,
  bicSamples,
  walletSamples,
  securityCodeSamples,
  expirySamples,
  zoneSamples,
  phoneSamples,
  usernameSamples,
  urlSamples,
  birthSamples,
  ageSamples,
  spokenAgeSamples,
  addressSamples,
  postalSamples,
  coordinateSamples,
  plateSamples,
  vinSamples,
  ipSamples,
  macSamples,
  imsiSamples,
  iccidSamples,
  imeiSamples,
  deviceSamples,
  serialSamples,
  ...numberSamples,
];
