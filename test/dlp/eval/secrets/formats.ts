import { ALNUM, charsOf, DIGITS, HEX, LOWER, UPPER, uuidOf } from '../kinds/draw.js';

type Draw = (random: () => number) => string;

/** A kind of secret: what programs call it, and how it is made, by what its vendor publishes. */
export interface SecretFormat {
  /** In words; contexts write it in the way of their language. */
  readonly name: string;
  readonly make: Draw;
}

const BASE64 = `${ALNUM}+/`;
const URL64 = `${ALNUM}-_`;
const chars =
  (count: number, alphabet: string, before = '', behind = ''): Draw =>
  (random) =>
    before + charsOf(random, count, alphabet) + behind;
const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A password that somebody made up: letters of both cases, digits and a sign or two. */
const chosen: Draw = (random) =>
  `${charsOf(random, 1, UPPER)}${charsOf(random, 5, LOWER)}${charsOf(random, 3, DIGITS)}${charsOf(random, 1, '!#?*')}${charsOf(random, 2, ALNUM)}`;

/** In pairs of one sort: the first of each pair is looked at while the detector is worked on, the second is not. */
export const FORMATS: readonly SecretFormat[] = [
  { name: 'aws access key id', make: chars(16, `${UPPER}234567`, 'AKIA') },
  { name: 'aws session key id', make: chars(16, `${UPPER}234567`, 'ASIA') },
  { name: 'aws secret access key', make: chars(40, BASE64) },
  { name: 'azure storage account key', make: chars(86, BASE64, '', '==') },
  { name: 'google api key', make: chars(35, URL64, 'AIza') },
  { name: 'google oauth client secret', make: chars(28, URL64, 'GOCSPX-') },
  { name: 'github token', make: chars(36, ALNUM, 'ghp_') },
  { name: 'gitlab token', make: chars(20, URL64, 'glpat-') },
  {
    name: 'slack bot token',
    make: (random) =>
      `xoxb-${charsOf(random, 12, '123456789')}-${charsOf(random, 12, '123456789')}-${charsOf(random, 24, ALNUM)}`,
  },
  {
    name: 'telegram bot token',
    make: (random) => `${charsOf(random, 10, '123456789')}:AA${charsOf(random, 33, URL64)}`,
  },
  { name: 'stripe secret key', make: chars(24, ALNUM, 'sk_live_') },
  { name: 'square access token', make: chars(60, URL64, 'EAAA') },
  {
    name: 'sendgrid api key',
    make: (random) => `SG.${charsOf(random, 22, URL64)}.${charsOf(random, 43, URL64)}`,
  },
  { name: 'mailgun api key', make: chars(32, HEX, 'key-') },
  { name: 'npm token', make: chars(36, ALNUM, 'npm_') },
  { name: 'docker hub token', make: chars(27, URL64, 'dckr_pat_') },
  {
    name: 'openai api key',
    make: (random) => `sk-proj-${charsOf(random, 74, ALNUM)}T3BlbkFJ${charsOf(random, 74, ALNUM)}`,
  },
  { name: 'replicate api token', make: chars(37, ALNUM, 'r8_') },
  { name: 'hugging face token', make: chars(34, ALNUM, 'hf_') },
  { name: 'xai api key', make: chars(80, ALNUM, 'xai-') },
  { name: 'shopify access token', make: chars(32, HEX, 'shpat_') },
  {
    name: 'airtable token',
    make: (random) => `pat${charsOf(random, 14, ALNUM)}.${charsOf(random, 64, HEX)}`,
  },
  { name: 'databricks token', make: chars(32, HEX, 'dapi') },
  { name: 'planetscale password', make: chars(43, URL64, 'pscale_pw_') },
  {
    name: 'grafana service account token',
    make: (random) => `glsa_${charsOf(random, 32, ALNUM)}_${charsOf(random, 8, HEX)}`,
  },
  { name: 'new relic user key', make: chars(27, UPPER + DIGITS, 'NRAK-') },
  { name: 'linear api key', make: chars(40, ALNUM, 'lin_api_') },
  { name: 'figma token', make: chars(40, URL64, 'figd_') },
  { name: 'vault token', make: chars(90, ALNUM, 'hvs.') },
  {
    name: 'terraform token',
    make: (random) => `${charsOf(random, 14, ALNUM)}.atlasv1.${charsOf(random, 64, ALNUM)}`,
  },
  { name: 'notion token', make: chars(43, ALNUM, 'secret_') },
  { name: 'supabase token', make: chars(40, HEX, 'sbp_') },
  { name: 'datadog api key', make: chars(32, HEX) },
  { name: 'cloudflare api token', make: chars(40, URL64) },
  { name: 'heroku api key', make: uuidOf },
  { name: 'okta api token', make: chars(40, URL64, '00') },
  { name: 'twilio auth token', make: chars(32, HEX) },
  { name: 'mailchimp api key', make: chars(32, HEX, '', '-us14') },
  {
    name: 'discord bot token',
    make: (random) =>
      `M${charsOf(random, 23, ALNUM)}.${charsOf(random, 6, URL64)}.${charsOf(random, 38, URL64)}`,
  },
  {
    name: 'mapbox secret token',
    make: (random) =>
      `sk.${encode({ u: charsOf(random, 8, LOWER), a: charsOf(random, 24, LOWER) })}.${charsOf(random, 22, URL64)}`,
  },
  { name: 'atlassian api token', make: chars(180, URL64, 'ATATT3xFfGF0') },
  {
    name: 'tailscale auth key',
    make: (random) => `tskey-auth-${charsOf(random, 12, ALNUM)}CNTRL-${charsOf(random, 32, ALNUM)}`,
  },
  {
    name: 'access token',
    make: (random) =>
      `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode({ sub: charsOf(random, 9, DIGITS), exp: 1_900_000_000 })}.${charsOf(random, 342, URL64)}`,
  },
  {
    name: 'id token',
    make: (random) =>
      `${encode({ typ: 'JWT', alg: 'ES256', kid: charsOf(random, 8, HEX) })}.${encode({ aud: 'app', sub: charsOf(random, 9, DIGITS) })}.${charsOf(random, 86, URL64)}`,
  },
  { name: 'client secret', make: chars(40, ALNUM) },
  { name: 'webhook signing key', make: chars(44, BASE64) },
  { name: 'session secret', make: chars(64, HEX) },
  { name: 'encryption key', make: chars(43, BASE64, '', '=') },
  { name: 'db password', make: chosen },
  { name: 'admin password', make: chosen },
  { name: 'smtp password', make: chars(16, LOWER) },
  { name: 'redis password', make: chars(32, ALNUM) },
  {
    name: 'database url',
    make: (random) => `postgres://app:${charsOf(random, 16, ALNUM)}@db.acme.test:5432/shop`,
  },
  {
    name: 'broker url',
    make: (random) => `amqps://worker:${charsOf(random, 20, ALNUM)}@mq.acme.test/prod`,
  },
];
