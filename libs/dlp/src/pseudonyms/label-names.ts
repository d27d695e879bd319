/**
 * What models write in place of a label, as words of their own or of the caller's language; an
 * underscore stands for anything that may part the words. In any case, so `E-Mail_P4TN8M` is one, too.
 */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  EMAIL: [
    'EMAIL',
    'E_MAIL',
    'EMAIL_ADDRESS',
    'E_MAIL_ADDRESS',
    'EMAIL_ADRESSE',
    'E_MAIL_ADRESSE',
    'COURRIEL',
    'CORREO',
  ],
  CREDIT_CARD: [
    'CREDIT_CARD',
    'CREDITCARD',
    'CREDIT_CARD_NUMBER',
    'CARD_NUMBER',
    'KREDITKARTE',
    'KREDITKARTENNUMMER',
    'CARTE_BANCAIRE',
    'TARJETA',
  ],
  IBAN: ['IBAN', 'IBAN_NUMBER'],
};

/** The label itself and what else it is called. */
export const namesOf = (label: string): readonly string[] => NAMES[label] ?? [label];
