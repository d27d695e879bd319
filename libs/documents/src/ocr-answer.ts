import type { OcrAnswerPage, OcrRequest } from '#wire';
import type { OcrPage } from './tasks/ocr.js';
import type { Box } from './pdf/places.js';

const DECIMALS = 1e4; // As many digits of a confidence as mean anything.

/** A page that was read, in Mistral's format. */
export function pageOfAnswer(page: OcrPage, asked: OcrRequest): OcrAnswerPage {
  const { index, markdown, images, size, source, languages, warnings } = page;
  return {
    index,
    markdown,
    images: images.map((image) => ({
      id: image.id,
      ...corners(image),
      image_base64: image.bytes
        ? `data:image/jpeg;base64,${Buffer.from(image.bytes).toString('base64')}`
        : null,
    })),
    dimensions: size,
    ...(asked.tables !== 'inline' && {
      tables: page.tables.map((table) => ({
        ...table,
        format: asked.tables as 'markdown' | 'html',
      })),
    }),
    ...(asked.partsHeader && { header: page.header }),
    ...(asked.partsFooter && { footer: page.footer }),
    ...(asked.confidence && { confidence_scores: confidencesOf(page, asked.confidence) }),
    ...(asked.includesBlocks && {
      blocks: page.blocks.map((block) => ({
        type: block.type,
        content: block.content,
        ...corners(block),
      })),
    }),
    gw: { ...(page.name !== '' && { name: page.name }), source, languages, warnings },
  };
}

const corners = ({ left, top, right, bottom }: Box) => ({
  top_left_x: left,
  top_left_y: top,
  bottom_right_x: right,
  bottom_right_y: bottom,
});

/** A text layer is no guess: what was not recognised is certain. */
function confidencesOf(
  { words, markdown }: OcrPage,
  granularity: 'page' | 'word',
): NonNullable<OcrAnswerPage['confidence_scores']> {
  const scores = words.map(([, confidence]) => confidence);
  const sum = scores.reduce((total, score) => total + score, 0);
  const page = {
    average_page_confidence_score: rounded(scores.length > 0 ? sum / scores.length : 1),
    minimum_page_confidence_score: rounded(Math.min(1, ...scores)),
  };
  if (granularity === 'page') return page;
  let from = 0;
  const placed = words.flatMap(([text, confidence]) => {
    // Words stand in the markdown in nearly this order; one that was joined or moved has no place.
    const start = markdown.indexOf(text, from);
    if (start < 0) return [];
    from = start + text.length;
    return [{ text, confidence: rounded(confidence), start_index: start }];
  });
  return { ...page, word_confidence_scores: placed };
}

const rounded = (value: number): number => Math.round(value * DECIMALS) / DECIMALS;
