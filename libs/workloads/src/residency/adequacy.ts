import type { AdequateCountry } from '#call';

/** One decision of the Commission, as a settings file would write it. */
interface Decision {
  readonly country: string;
  /** The date of the decision. */
  readonly from: string;
  readonly until?: string;
  readonly scope: string;
  /** Listed, and not counted until the settings say so. */
  readonly isLeftOut?: true;
}

const ALL = 'all transfers';

/**
 * Decisions under Article 45 of the GDPR, as of August 2026; the settings replace single ones without a
 * release. That of the European Patent Organisation is about no country, so no endpoint lies in it.
 */
export const DECISIONS: readonly Decision[] = [
  { country: 'AD', from: '2010-10-19', scope: ALL },
  { country: 'AR', from: '2003-06-30', scope: ALL },
  { country: 'BR', from: '2026-02-01', scope: ALL },
  { country: 'CA', from: '2001-12-20', scope: 'commercial organisations' },
  { country: 'CH', from: '2000-07-26', scope: ALL },
  { country: 'FO', from: '2010-03-05', scope: ALL },
  { country: 'GB', from: '2021-06-28', scope: ALL }, // Renewed in December 2025.
  { country: 'GG', from: '2003-11-21', scope: ALL },
  { country: 'IL', from: '2011-01-31', scope: ALL },
  { country: 'IM', from: '2004-04-28', scope: ALL },
  { country: 'JE', from: '2008-05-08', scope: ALL },
  { country: 'JP', from: '2019-01-23', scope: 'private sector' },
  { country: 'KR', from: '2021-12-17', scope: ALL },
  { country: 'NZ', from: '2012-12-19', scope: ALL },
  // It covers organisations that are certified alone, and an appeal against it was pending (C-703/25 P).
  {
    country: 'US',
    from: '2023-07-10',
    scope: 'organisations certified under the Data Privacy Framework',
    isLeftOut: true,
  },
  { country: 'UY', from: '2012-08-21', scope: ALL },
];

export const shippedDecisions = (): readonly AdequateCountry[] =>
  DECISIONS.map(({ country, from, until, scope, isLeftOut }) => ({
    country,
    fromMs: Date.parse(from),
    untilMs: until === undefined ? null : Date.parse(until),
    scope,
    applies: !isLeftOut,
  }));
