/**
 * Words of the formats at places where nothing can be replaced. They say nothing of the caller, and a
 * term of `gw.remove` may be one of them (`audio`, `file`): so they are not looked through.
 */

/** Common types of what is sent and asked for; any other one may be a word of the caller's own. */
const MEDIA_TYPE = new RegExp(
  String.raw`(?<![^\s,])(?:\*/\*|` +
    'application/(?:json|jsonl|x-ndjson|octet-stream|pdf)|' +
    'text/(?:plain|event-stream|csv|html|markdown)|' +
    'audio/(?:mpeg|mp3|mp4|m4a|x-m4a|wav|x-wav|wave|webm|ogg|opus|flac|aac)|' +
    String.raw`image/(?:png|jpeg|webp|gif)|video/(?:mp4|webm|mpeg))(?![^\s;,])`,
  'gi',
);

export const withoutMediaTypes = (text: string): string => text.replaceAll(MEDIA_TYPE, ' ');

/** What says of which kind an object is that a provider keeps: `file-6F2k`. */
const REFERENCE_KIND =
  /^(?:file|resp|msg|rs|fc|call|conv|item|asst|thread|run|step|vs|vsfb|batch|ftjob|upload|part|cntr|video|audio|eval|evalrun)[-_](?=[A-Za-z0-9]{8})/;

export const withoutReferenceKind = (text: string): string => text.replace(REFERENCE_KIND, '');

const QUERY_NAMES: ReadonlySet<string> = new Set(['api-version', 'beta', 'include']);

const FIELD_NAMES: ReadonlySet<string> = new Set(
  (
    'file model prompt language response_format temperature stream include chunking_strategy ' +
    'timestamp_granularities purpose expires_after image mask n size quality style user background ' +
    'output_format output_compression input_fidelity partial_images moderation seconds input_reference'
  ).split(' '),
);

const LIST = /\[\]$/;

export const isQueryName = (name: string): boolean => QUERY_NAMES.has(name.replace(LIST, ''));

export const isFieldName = (name: string): boolean => FIELD_NAMES.has(name.replace(LIST, ''));
