/** What kinds have in common, so that a policy can speak of them in one word. */
export const DATA_GROUPS = [
  'contact',
  'financial',
  'government_id',
  'health',
  'location',
  'network',
  'own',
  'person',
  'secret',
  'term',
  'vehicle',
] as const;
export type DataGroup = (typeof DATA_GROUPS)[number];

interface KindSpec {
  /** The word in front of a pseudonym: `EMAIL` in `EMAIL_P4TN8M`. */
  readonly label: string;
  readonly group: DataGroup;
  /** Found only where a policy names it: it says little, or is wrong too often, by itself. */
  readonly isOptional?: true;
}

/** What data protection finds; the settings, the log and the refusals call it so. */
export const DATA_KINDS = {
  own_term: { label: 'TERM', group: 'own' },
  own_pattern: { label: 'PATTERN', group: 'own' },
  removal_term: { label: 'REMOVAL_TERM', group: 'term' },
  email: { label: 'EMAIL', group: 'contact' },
  iban: { label: 'IBAN', group: 'financial' },
  credit_card: { label: 'CREDIT_CARD', group: 'financial' },
  national_id: { label: 'NATIONAL_ID', group: 'government_id' },
  tax_id: { label: 'TAX_ID', group: 'government_id' },
  social_security_number: { label: 'SOCIAL_SECURITY_NUMBER', group: 'government_id' },
  passport: { label: 'PASSPORT', group: 'government_id' },
  id_card: { label: 'ID_CARD', group: 'government_id' },
  driver_licence: { label: 'DRIVER_LICENCE', group: 'government_id' },
  health_insurance_id: { label: 'HEALTH_INSURANCE_ID', group: 'health' },
  bank_account: { label: 'BANK_ACCOUNT', group: 'financial' },
  bic: { label: 'BIC', group: 'financial' },
  crypto_wallet: { label: 'CRYPTO_WALLET', group: 'financial' },
  card_security_code: { label: 'CARD_SECURITY_CODE', group: 'financial' },
  card_expiry: { label: 'CARD_EXPIRY', group: 'financial', isOptional: true },
  vat_id: { label: 'VAT_ID', group: 'financial', isOptional: true },
  company_id: { label: 'COMPANY_ID', group: 'financial', isOptional: true },
  username: { label: 'USERNAME', group: 'contact', isOptional: true },
  phone: { label: 'PHONE', group: 'contact' },
  date_of_birth: { label: 'DATE_OF_BIRTH', group: 'person' },
  age: { label: 'AGE', group: 'person', isOptional: true },
  street_address: { label: 'STREET_ADDRESS', group: 'location' },
  postal_code: { label: 'POSTAL_CODE', group: 'location' },
  geo_coordinates: { label: 'GEO_COORDINATES', group: 'location' },
  vehicle_plate: { label: 'VEHICLE_PLATE', group: 'vehicle' },
  vin: { label: 'VIN', group: 'vehicle' },
  ip_address: { label: 'IP_ADDRESS', group: 'network' },
  mac_address: { label: 'MAC_ADDRESS', group: 'network' },
  imsi: { label: 'IMSI', group: 'network' },
  iccid: { label: 'ICCID', group: 'network' },
  device_id: { label: 'DEVICE_ID', group: 'network', isOptional: true },
  url: { label: 'URL', group: 'network', isOptional: true },
  imei: { label: 'IMEI', group: 'network' },
  api_key: { label: 'API_KEY', group: 'secret' },
  jwt: { label: 'JWT', group: 'secret' },
  private_key: { label: 'PRIVATE_KEY', group: 'secret' },
  connection_string: { label: 'CONNECTION_STRING', group: 'secret' },
  password: { label: 'PASSWORD', group: 'secret' },
  generic_secret: { label: 'SECRET', group: 'secret' },
  url_secret: { label: 'URL_SECRET', group: 'secret' },
  person_name: { label: 'PERSON_NAME', group: 'person' },
  location: { label: 'LOCATION', group: 'location', isOptional: true },
  organization: { label: 'ORGANIZATION', group: 'contact', isOptional: true },
} as const satisfies Readonly<Record<string, KindSpec>>;

/** `removal_term` is a term that the caller named in `gw.remove`. */
export type DataKind = keyof typeof DATA_KINDS;

/** The same, as what a kind that is not known at compile time reads. */
export const specOf = (kind: DataKind): KindSpec => DATA_KINDS[kind];
