import { json, type Answer, type SandboxRequest } from '../http/answer.js';
import { findModel } from '../models.js';
import { countTokens, tokensOf } from '../text/tokens.js';
import { filled, number, object, oneOf, string, stringOr } from '../validation/check.js';
import { checkFields, fileIn, formOf, requiredTextIn, textIn } from './form.js';

const TRANSCRIPTION_FIELDS = new Set([
  'chunking_strategy',
  'file',
  'include',
  'language',
  'model',
  'prompt',
  'response_format',
  'stream',
  'temperature',
  'timestamp_granularities',
]);

const BYTES_PER_SECOND = 16_000; // What the sandbox takes for the length of any recording.

/** POST /v1/audio/transcriptions, translations: how large the recording is, as it cannot listen. */
export function transcribe({ body, fault }: SandboxRequest): Answer {
  const form = formOf(body);
  checkFields(form, TRANSCRIPTION_FIELDS);
  const file = fileIn(form, 'file');
  findModel(requiredTextIn(form, 'model', filled), 'transcription', fault);
  const format = textIn(form, 'response_format', oneOf('json', 'text', 'verbose_json'));
  const isStreamed = textIn(form, 'stream', oneOf('true', 'false')) === 'true';
  const text = `Sandbox transcript of ${file.name}, ${file.size} bytes.`;
  const seconds = Math.max(1, Math.ceil(file.size / BYTES_PER_SECOND));
  const usage = fault['no-usage'] ? undefined : { type: 'duration', seconds };
  if (isStreamed) return { events: transcriptFrames(text, usage) };
  if (format === 'text') return { status: 200, contentType: 'text/plain', body: `${text}\n` };
  if (format !== 'verbose_json') return json({ text, usage });
  const language = textIn(form, 'language', string) ?? 'english';
  return json({ task: 'transcribe', language, duration: seconds, text, segments: [], usage });
}

function* transcriptFrames(text: string, usage: object | undefined): Generator<string> {
  const frame = (event: object) => `data: ${JSON.stringify(event)}\n\n`;
  for (const delta of tokensOf(text)) yield frame({ type: 'transcript.text.delta', delta });
  yield frame({ type: 'transcript.text.done', text, usage });
}

const speechRequest = object(
  { input: filled, model: filled, voice: stringOr(filled, object({ id: filled })) },
  {
    instructions: string,
    response_format: oneOf('mp3', 'wav', 'pcm'),
    speed: number(0.25, 4),
    stream_format: oneOf('audio'),
  },
);

interface SpeechRequest {
  readonly input: string;
  readonly model: string;
  readonly response_format?: 'mp3' | 'wav' | 'pcm' | null;
}

const CONTENT_TYPES = { mp3: 'audio/mpeg', wav: 'audio/wav', pcm: 'audio/pcm' };
const SAMPLE_RATE = 24_000;
const PCM_PIECE = Buffer.alloc(1200); // 25 ms of 16-bit silence.
// A whole MPEG-1 layer III frame: 26 ms of silence at 128 kbit/s and 44.1 kHz.
const MP3_FRAME = Buffer.concat([Buffer.from('fffb9064', 'hex'), Buffer.alloc(413)]);

/** POST /v1/audio/speech: one short piece of silence for each token of the text. */
export function speak({ body, fault }: SandboxRequest): Answer {
  speechRequest(body, '');
  const request = body as SpeechRequest;
  findModel(request.model, 'speech', fault);
  const format = request.response_format ?? 'mp3';
  const count = countTokens(request.input);
  return { contentType: CONTENT_TYPES[format], events: silence(format, count) };
}

function* silence(format: 'mp3' | 'wav' | 'pcm', count: number): Generator<Buffer> {
  if (format === 'wav') yield wavHeader(count * PCM_PIECE.length);
  const piece = format === 'mp3' ? MP3_FRAME : PCM_PIECE;
  for (let sent = 0; sent < count; sent++) yield piece;
}

function wavHeader(dataBytes: number): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + dataBytes, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16); // Length of the format block that follows.
  header.writeUInt16LE(1, 20); // PCM
  header.writeUInt16LE(1, 22); // One channel
  header.writeUInt32LE(SAMPLE_RATE, 24);
  header.writeUInt32LE(SAMPLE_RATE * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34); // Bits in a sample
  header.write('data', 36);
  header.writeUInt32LE(dataBytes, 40);
  return header;
}
