import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Entropy, type OrganisationId } from '#kernel';
import {
  booleanArray,
  byteaArray,
  Database,
  textArray,
  uuidArray,
  type Statement,
  type Tx,
} from '#platform';
import { ContentKeys } from '../keys/content-keys.js';
import { openText, sealText } from '../keys/sealed-text.js';

/** Characters that are sealed in one turn: about a millisecond. */
const SEALED_PER_TURN = 262_144;

export type ContentPart = 'prompt' | 'answer';

/** One text of one call, on its way into the database. */
export interface Content {
  readonly organisationId: OrganisationId;
  readonly callId: string;
  readonly part: ContentPart;
  readonly text: string;
  /** There was more than is kept of one. */
  readonly isCut: boolean;
}

export interface ReadContent extends Pick<Content, 'part' | 'isCut'> {
  /** Null where it does not open: it was changed in the database, or belongs elsewhere. */
  readonly text: string | null;
}

/** An organisation that was deleted meanwhile has nothing to keep: the foreign key would fail for all. */
const WRITE: Statement = {
  name: 'content-write',
  text: `INSERT INTO call_content (call_id, part, org_id, is_cut, sealed, kept_at)
    SELECT n.call_id, n.part, n.org_id, n.is_cut, n.sealed, now()
    FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::boolean[], $5::bytea[])
      AS n (call_id, part, org_id, is_cut, sealed)
    JOIN organisation o ON o.id = n.org_id
    ON CONFLICT DO NOTHING`,
};

/** An answer that lies in Redis is out of reach of all with its key's round, whether Redis can be asked or not. */
const ERASE: Statement = {
  name: 'content-erase',
  text: `WITH cached AS (DELETE FROM cached_answer WHERE call_id = ANY ($1) AND org_id = $2 RETURNING sealed),
    elsewhere AS (UPDATE response_cache_key SET round = round + 1
      WHERE org_id = $2 AND EXISTS (SELECT FROM cached WHERE length(sealed) = 0))
    DELETE FROM call_content WHERE call_id = ANY ($1) AND org_id = $2 RETURNING part`,
};

const READ: Statement = {
  name: 'content-read',
  text: `SELECT part, is_cut AS "isCut", sealed FROM call_content WHERE call_id = $1 AND org_id = $2`,
};

/** Prompts and answers in the database, none of which it can read. */
@Injectable()
export class ContentStore {
  constructor(
    private readonly database: Database,
    private readonly keys: ContentKeys,
    private readonly entropy: Entropy,
  ) {}

  /** All of them or none. @throws where the database is away */
  async write(contents: readonly Content[]): Promise<void> {
    const sealed: Buffer[] = [];
    let chars = 0;
    for (const content of contents) {
      const key = await this.keys.of(content.organisationId);
      sealed.push(sealText(key, placeOf(content), content.text, this.entropy));
      chars += content.text.length;
      if (chars < SEALED_PER_TURN) continue;
      chars = 0;
      await nextTurn();
    }
    await this.database.query(WRITE, [
      uuidArray(contents.map(({ callId }) => callId)),
      textArray(contents.map(({ part }) => part)),
      uuidArray(contents.map(({ organisationId }) => organisationId)),
      booleanArray(contents.map(({ isCut }) => isCut)),
      byteaArray(sealed),
    ]);
  }

  /** In the transaction that says so in the log. @returns how many texts there were */
  async erase(tx: Tx, organisationId: OrganisationId, callIds: readonly string[]): Promise<number> {
    return (await tx.query(ERASE, [uuidArray(callIds), organisationId])).length;
  }

  /** What is kept of a call. @throws where the database is away */
  async read(organisationId: OrganisationId, callId: string): Promise<readonly ReadContent[]> {
    const rows = await this.database.query<{ part: ContentPart; isCut: boolean; sealed: Buffer }>(
      READ,
      [callId, organisationId],
    );
    if (rows.length === 0) return [];
    const key = await this.keys.of(organisationId);
    return rows.map(({ part, isCut, sealed }) => ({
      part,
      isCut,
      text: opened(key, placeOf({ organisationId, callId, part, isCut }), sealed),
    }));
  }
}

function opened(key: Buffer, place: string, sealed: Buffer): string | null {
  try {
    return openText(key, place, sealed);
  } catch {
    return null;
  }
}

/** What it is authenticated with: no row takes the place of another, and none is said to be whole that is not. */
const placeOf = ({
  organisationId,
  callId,
  part,
  isCut,
}: Pick<Content, 'organisationId' | 'callId' | 'part' | 'isCut'>): string =>
  `call_content/${organisationId}/${callId}/${part}/${isCut ? 'cut' : 'whole'}`;
