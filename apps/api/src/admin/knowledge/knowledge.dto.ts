import { Type } from 'class-transformer';
import {
  IsArray,
  IsDateString,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsObject,
  IsOptional,
  IsString,
  IsUUID,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { errorTold } from '#kernel';
import {
  DOCUMENT_ID,
  documentIdOf,
  ENGINES,
  isIndexable,
  OVERLAP_TOKENS,
  PASSAGE_TOKENS,
  PASSAGE_TOKENS_MAX,
  PASSAGE_TOKENS_MIN,
  reasonOf,
  STORE_ID,
  storeIdOf,
  type Attributes,
  type DocumentHead,
  type DocumentRow,
  type Engine,
  type ExtensionState,
  type StoreSummary,
} from '#knowledge';

const NAME_CHARS_MAX = 100;
const TOO_LONG = 'its vectors have more numbers than an index takes.';

export class StorePath {
  @Matches(STORE_ID, { message: '$property must be the id of a store: vs_gw_…' })
  id!: string;
}

export class DocumentPath extends StorePath {
  @Matches(DOCUMENT_ID, { message: '$property must be the id of a document: file_gw_…' })
  document!: string;
}

export class StorePatchDto {
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(NAME_CHARS_MAX)
  name?: string;

  @IsOptional()
  @IsIn(ENGINES)
  engine?: Engine;
}

export class StoreDto {
  @IsString()
  @IsNotEmpty()
  @MaxLength(NAME_CHARS_MAX)
  name!: string;

  /** `provider/model`. It stays: vectors of two models say nothing to each other. */
  @Matches(/^[^/\s]+\/\S+$/, { message: 'embedding_model must be provider/model' })
  @MaxLength(200)
  embedding_model!: string;

  /** Of a passage at most. */
  @IsOptional()
  @IsInt()
  @Min(PASSAGE_TOKENS_MIN)
  @Max(PASSAGE_TOKENS_MAX)
  passage_tokens: number = PASSAGE_TOKENS;

  /** Of the end of a passage that the next one begins with: at most half of it. */
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(PASSAGE_TOKENS_MAX / 2)
  overlap_tokens: number = OVERLAP_TOKENS;

  /** `exact`: vectors lie sealed, and all are looked at. `pgvector`: they lie in the clear too, in an index of the database. */
  @IsOptional()
  @IsIn(ENGINES)
  engine: Engine = 'exact';
}

const INDEX_STATES = ['ready', 'building', 'unavailable'] as const;

/** The index of a store that is to have one. Until it is ready, every vector is looked at. */
class IndexView {
  @IsIn(INDEX_STATES)
  state!: (typeof INDEX_STATES)[number];

  /** Why it is unavailable, and what to do. */
  @IsOptional()
  @IsString()
  reason!: string | null;
}

class DocumentCounts {
  @IsInt()
  open!: number;

  @IsInt()
  completed!: number;

  @IsInt()
  failed!: number;
}

/** A store, and what is in it. */
export class StoreView {
  @IsString()
  id!: string;

  @IsString()
  name!: string;

  @IsString()
  embedding_model!: string;

  @IsInt()
  passage_tokens!: number;

  @IsInt()
  overlap_tokens!: number;

  @IsIn(ENGINES)
  engine!: Engine;

  /** Null where its engine is `exact`. */
  @IsOptional()
  @ValidateNested()
  @Type(() => IndexView)
  index!: IndexView | null;

  @ValidateNested()
  @Type(() => DocumentCounts)
  documents!: DocumentCounts;

  @IsInt()
  passages!: number;

  /** Of the documents as they were uploaded. */
  @IsInt()
  bytes!: number;

  /** Names of the workloads that were granted it. */
  @IsArray()
  @IsString({ each: true })
  workloads!: readonly string[];

  /** What `If-Match` takes. */
  @IsInt()
  version!: number;

  @IsDateString()
  created_at!: string;
}

class DocumentError {
  @IsString()
  code!: string;

  @IsString()
  message!: string;
}

/** A document of a store. */
export class DocumentView {
  @IsString()
  id!: string;

  @IsString()
  filename!: string;

  @IsObject()
  attributes!: Attributes;

  @IsInt()
  bytes!: number;

  @IsIn(['queued', 'in_progress', 'completed', 'failed'])
  status!: DocumentRow['status'];

  /** Null until its text was read. */
  @IsOptional()
  @IsInt()
  passages!: number | null;

  /** Of them, those that have a vector. */
  @IsInt()
  embedded!: number;

  /** Why it failed, or why it waits. */
  @IsOptional()
  @ValidateNested()
  @Type(() => DocumentError)
  error!: DocumentError | null;

  /** Who uploaded it. */
  @IsUUID()
  member_id!: string;

  @IsUUID()
  workload_id!: string;

  @IsDateString()
  created_at!: string;

  @IsOptional()
  @IsDateString()
  ended_at!: string | null;
}

export const storeView = (
  store: StoreSummary,
  { workloads, extension }: { workloads: readonly string[]; extension: ExtensionState },
): StoreView => ({
  id: storeIdOf(store.id),
  name: store.name,
  embedding_model: store.embeddingModel,
  passage_tokens: store.passageTokens,
  overlap_tokens: store.overlapTokens,
  engine: store.engine,
  index: store.engine === 'exact' ? null : indexView(store, extension),
  documents: { open: store.open, completed: store.completed, failed: store.failed },
  passages: store.passages,
  bytes: store.bytes,
  workloads,
  version: store.version,
  created_at: store.createdAt.toISOString(),
});

export const documentView = (row: DocumentRow, head: DocumentHead): DocumentView => ({
  id: documentIdOf(row.id),
  filename: head.filename,
  attributes: head.attributes,
  bytes: Number(row.bytes),
  status: row.status,
  passages: row.passages,
  embedded: row.embedded,
  error: row.error === null ? null : errorTold(row.error),
  member_id: row.memberId,
  workload_id: row.workloadId,
  created_at: row.createdAt.toISOString(),
  ended_at: row.endedAt?.toISOString() ?? null,
});

function indexView(store: StoreSummary, extension: ExtensionState): IndexView {
  const isTooLong = store.dimensions !== null && !isIndexable(store);
  if (isTooLong) return { state: 'unavailable', reason: TOO_LONG };
  if (extension.kind !== 'ready') return { state: 'unavailable', reason: reasonOf(extension) };
  return { state: store.indexed < store.completed ? 'building' : 'ready', reason: null };
}
