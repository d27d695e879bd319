import { ALNUM, ANY_HEX, HEX, LOWER, TOKEN, URL64, UUID, type Vendor } from './vendor.js';

/** Payment, shops, marketing, files and markets. */
export const COMMERCE: readonly Vendor[] = [
  {
    id: 'stripe',
    floor: 2,
    shapes: [`(sk|rk)_(live|test|prod)_${ALNUM}{10,99}`, `whsec_[0-9A-Za-z+/]{32,64}={0,2}`],
  },
  { id: 'shopify', floor: 2, shapes: [`(shpat|shpca|shppa|shpss)_${ANY_HEX}{32}`] },
  {
    id: 'square',
    floor: 3,
    shapes: [`(sq0atp|sq0csp)-${URL64}{22,60}`, `EAAA${URL64}{22,60}`],
  },
  { id: 'paypal', floor: 3, shapes: [`access_token$production$${LOWER}{16}$${HEX}{32}`] },
  {
    id: 'plaid',
    floor: 3.5,
    shapes: [`access-(sandbox|development|production)-${UUID}`],
    named: [`${ALNUM}{30}`],
    ids: [`${ALNUM}{24}`],
  },
  { id: 'gocardless', floor: 3, named: [`live_${TOKEN}{40}`] },
  {
    id: 'flutterwave',
    floor: 2,
    shapes: [
      `(FLWSECK|FLWPUBK)(_TEST|)-${LOWER}{32}-X`,
      `FLWSECK_TEST${LOWER}{12}`,
      `FLWSECK_TEST-${LOWER}{12}`,
    ],
  },
  { id: 'duffel', floor: 2, shapes: [`duffel_(test|live)_${TOKEN}{43}`] },
  { id: 'easypost', floor: 2, shapes: [`(EZAK|EZTK)${ALNUM}{54}`] },
  { id: 'shippo', floor: 2, shapes: [`shippo_(live|test)_${ANY_HEX}{40}`] },
  { id: 'lob', floor: 3, named: [`(live|test)_${HEX}{35}`, `(live|test)_pub_${HEX}{31}`] },
  { id: 'etsy', floor: 3, named: [`${LOWER}{24}`] },
  { id: 'hubspot', floor: 3, shapes: [`pat-(na1|na2|eu1|ap1)-${UUID}`], named: [UUID] },
  { id: 'squarespace', floor: 3, named: [UUID] },
  { id: 'contentful', floor: 3, shapes: [`CFPAT-${URL64}{43}`], named: [`${TOKEN}{43}`] },
  {
    id: 'dropbox',
    floor: 3,
    shapes: [`sl\\.${TOKEN}{135,200}`],
    named: [`${ALNUM}{11}AAAAAAAAAA${TOKEN}{43}`, `${ALNUM}{15}`],
  },
  { id: 'adobe', floor: 2, shapes: [`p8e-${ALNUM}{32}`], ids: [`${HEX}{32}`] },
  { id: 'finicity', floor: 3, named: [`${HEX}{32}`, `${ALNUM}{20}`] },
  { id: 'finnhub', floor: 3, named: [`${ALNUM}{20}`] },
  { id: 'freshbooks', floor: 3, named: [`${ALNUM}{64}`] },
  { id: 'coinbase', floor: 3, named: [`${URL64}{64}`] },
  { id: 'kraken', floor: 3, named: ['[\\w/=+-]{80,90}'] },
  { id: 'kucoin', floor: 3, named: [`${HEX}{24}`, UUID] },
  { id: 'bittrex', floor: 3, named: [`${ALNUM}{32}`] },
];
