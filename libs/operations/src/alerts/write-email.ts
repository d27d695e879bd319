import type { LimitAlert } from '#metering';

/** An alert as a person reads it. Names come from the settings, and stay on their line. */
export function writeEmail(alert: LimitAlert): { readonly subject: string; readonly text: string } {
  const { counter, percent, workload, organisation, period, limit, spent, currency } = alert;
  const whose = workload === null ? organisation : `${organisation} / ${workload}`;
  const renews =
    alert.resets_at === null ? 'It does not renew.' : `It renews at ${alert.resets_at}.`;
  return {
    subject: oneLine(`${percent} % of the ${counter} of ${whose} is used`),
    text: [
      `${spent} of ${limit} ${currency} (${period}) is spent. ${renews}`,
      '',
      `Organisation: ${oneLine(organisation)}`,
      ...(workload === null ? [] : [`Workload: ${oneLine(workload)}`]),
      `Seen at: ${alert.at}`,
      `Event: ${alert.id}`,
      '',
    ].join('\n'),
  };
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');
