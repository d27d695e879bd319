import { describe, expect, it } from 'vitest';
import { seeded } from '../../../../test/support/seeded.js';
import { aGuardedCall } from '../testing/guarded.js';
import { FORMATS, STREAM, WHOLE, type Format, type Said } from '../testing/restore/answers.js';
import { bytesOf, toldStream, toldWhole } from '../testing/restore/told-answers.js';

const MAIL = 'canary.bird@example.org';
const CARD = '4111 1111 1111 1111';

const saidBy = (mail: string, card: string): Said => ({
  text: `Well, write to ${mail}. That is all there is to say.\nOr pay by ${card}, if you like.`,
  thinking: `They want an address; ${mail} will do. So be it.`,
  args: JSON.stringify({ to: [mail], note: `card ${card} "quoted"\n`, deep: { [mail]: 1 } }),
  note: `By ${mail}`,
  more: `Once more: ${card}.`,
});
const SOURCE = saidBy(MAIL, CARD);
const DUE = saidBy('«EMAIL»', '«CREDIT_CARD»');

const once = (text: string): string[] => [text];

/** As a caller in one format reads the answer of a provider in the other, if nothing is done about it. */
const plainOf = (said: Said, provider: Format, caller: Format, isStreaming: boolean) => {
  const way = { provider, caller, entered: null };
  return isStreaming
    ? toldStream([bytesOf(STREAM[provider](said, once), provider)], way)
    : toldWhole(WHOLE[provider](said), way);
};

const WAYS = FORMATS.flatMap((provider) =>
  FORMATS.map((caller) => ({ provider, caller }) as const),
);

describe.each(WAYS)('an answer of $provider, read in $caller', ({ provider, caller }) => {
  it('is masked in every text, whole', async () => {
    const entered = await aGuardedCall({ answers: 'mask', protocol: caller, isStreaming: false });
    const told = await toldWhole(WHOLE[provider](SOURCE), { provider, caller, entered });
    expect(told).toEqual(await plainOf(DUE, provider, caller, false));
    expect(entered.report?.().found).toContainEqual(
      expect.objectContaining({ kind: 'email', action: 'mask' }),
    );
  });

  it('is masked in every text, streamed, however it is cut', async () => {
    const random = seeded(4);
    const due = await plainOf(DUE, provider, caller, true);
    for (const pieces of [1, 3, 30]) {
      const cut = (text: string): string[] => {
        const places = Array.from({ length: pieces - 1 }, () =>
          Math.floor(random() * (text.length + 1)),
        ).toSorted((a, b) => a - b);
        return [0, ...places].map((from, index, all) => text.slice(from, all[index + 1]));
      };
      const entered = await aGuardedCall({ answers: 'mask', protocol: caller });
      const bytes = bytesOf(STREAM[provider](SOURCE, cut), provider);
      expect(await toldStream([bytes], { provider, caller, entered })).toEqual(due);
    }
  });

  it.each([false, true])(
    'is refused where the policy says so, streamed: %s',
    async (isStreaming) => {
      const entered = await aGuardedCall({ answers: 'block', protocol: caller, isStreaming });
      const way = { provider, caller, entered };
      const told = isStreaming
        ? toldStream([bytesOf(STREAM[provider](SOURCE, once), provider)], way)
        : toldWhole(WHOLE[provider](SOURCE), way);
      await expect(told).rejects.toMatchObject({
        key: 'answer_blocked',
        message: expect.stringMatching(/(?:email|credit_card) at answer\.\w+/) as unknown,
      });
      await expect(told).rejects.not.toThrow(/canary|4111/);
      expect(entered.end?.()).toEqual([]);
    },
  );
});

describe('what is no finding', () => {
  it.each(FORMATS)('what the caller sent, of %s, as it was or by its pseudonym', async (format) => {
    for (const policy of [
      {},
      { mode: 'allow_log' as const, rules: new Map([['email', { action: 'mask' as const }]]) },
    ]) {
      const content = `I am ${MAIL}, my card is ${CARD}.`;
      const options = { protocol: format, content, policy, isStreaming: false };
      const entered = await aGuardedCall({ answers: 'block', ...options });
      const { request } = entered.call.inspection;
      const sent = request.kind === 'json' ? request.document.text : '';
      const mail = /EMAIL_\w{6}/.exec(sent)?.[0] ?? MAIL;
      const card = /CREDIT_CARD_\w{6}/.exec(sent)?.[0] ?? CARD;
      const way = { provider: format, caller: format, entered };
      const told = await toldWhole(WHOLE[format](saidBy(mail, card)), way);
      expect(told).toEqual(await plainOf(SOURCE, format, format, false));
      expect(entered.report?.()).toMatchObject({ found: [], marks: [] });
    }
  });

  it('what a policy lets pass is counted alone', async () => {
    const policy = { rules: new Map([['email', { action: 'log' as const }]]) };
    const entered = await aGuardedCall({ answers: 'block', policy, isStreaming: false });
    const said = saidBy(MAIL, 'none');
    const way = { provider: 'chat', caller: 'chat', entered } as const;
    expect(await toldWhole(WHOLE.chat(said), way)).toEqual(
      await plainOf(said, 'chat', 'chat', false),
    );
    expect(entered.report?.().found).toEqual([
      {
        kind: 'email',
        subtype: null,
        action: 'log',
        place: expect.any(String) as string,
        count: 1,
      },
    ]);
  });

  it('nothing is done where a policy only observes, and the record says what would be', async () => {
    const policy = { isObserving: true };
    const entered = await aGuardedCall({ answers: 'block', policy, isStreaming: false });
    const way = { provider: 'chat', caller: 'chat', entered } as const;
    expect(await toldWhole(WHOLE.chat(SOURCE), way)).toEqual(
      await plainOf(SOURCE, 'chat', 'chat', false),
    );
    expect(entered.report?.().found.map(({ action }) => action)).toEqual([
      'would_block',
      'would_block',
    ]);
  });
});
