import { IsDate, IsIn, IsOptional, IsString, Matches } from 'class-validator';
import { formatNano, type Nano } from '#kernel';
import {
  CREDIT_KINDS,
  creditLeft,
  type CreditBalance,
  type CreditKind,
  type SummedCreditEntry,
} from '#metering';
import { IsMoment } from '#workloads';

export class AdjustDto {
  /** `purchase` and `grant` bring credit; `expire` and `refund` take it. */
  @IsIn(CREDIT_KINDS)
  kind!: CreditKind;

  /** More than nothing, whatever the kind. */
  @Matches(/^\d{1,10}(\.\d{1,9})?$/, {
    message: 'amount must be a decimal in quotes, as in "25.00"',
  })
  amount!: string;

  /** Of an invoice or the like: the same twice books once. */
  @IsOptional()
  @Matches(/^[!-~][ -~]{0,199}$/, { message: 'reference takes up to 200 printable characters' })
  reference?: string | null;

  /** From then on what is left of it is none. Only of what brings credit. */
  @IsOptional()
  @IsMoment()
  ends_at?: string | null;
}

/** Prepaid credit. Decimals of the organisation's currency. */
export class CreditView {
  @IsString()
  currency!: string;

  /** What the settings declare. */
  @IsOptional()
  @IsString()
  declared!: string | null;

  /** The sum of the entries. */
  @IsString()
  booked!: string;

  @IsString()
  spent!: string;

  /** By calls that are open. */
  @IsString()
  held!: string;

  /** Null: there is neither an entry nor a declaration, so credit does not limit. */
  @IsOptional()
  @IsString()
  left!: string | null;
}

export const creditView = (balance: CreditBalance, hasEntries: boolean): CreditView => ({
  currency: balance.currency,
  declared: balance.declaredNano === null ? null : formatNano(balance.declaredNano),
  booked: formatNano(balance.entriesNano),
  spent: formatNano(balance.spentNano),
  held: formatNano(balance.heldNano),
  left: balance.declaredNano !== null || hasEntries ? formatNano(creditLeft(balance)) : null,
});

/** An entry of prepaid credit. Entries are added and never changed. */
export class CreditEntryView {
  @IsString()
  id!: string;

  @IsIn(CREDIT_KINDS)
  kind!: CreditKind;

  /** Negative for what is taken. */
  @IsString()
  amount!: string;

  /** What was left right after it, what calls held included; null where it was not written down. */
  @IsOptional()
  @IsString()
  balance!: string | null;

  @IsOptional()
  @IsString()
  reference!: string | null;

  @IsDate()
  at!: Date;

  @IsOptional()
  @IsDate()
  ends_at!: Date | null;

  /** The entry whose rest this one takes. */
  @IsOptional()
  @IsString()
  ended_id!: string | null;
}

export const entryView = (
  entry: SummedCreditEntry,
  { declaredNano }: CreditBalance,
): CreditEntryView => ({
  id: entry.id,
  kind: entry.kind,
  amount: formatNano(entry.nano),
  balance: balanceAfter(entry, declaredNano ?? 0n),
  reference: entry.reference,
  at: entry.at,
  ends_at: entry.endsAt,
  ended_id: entry.endedId,
});

const balanceAfter = ({ sumNano, usedNano }: SummedCreditEntry, declared: Nano): string | null =>
  usedNano === null ? null : formatNano(declared + sumNano - usedNano);
