import type { PDFPageProxy } from './open.js';
import { pdfjs } from './pdfjs.js';

/** In points from the upper left of a page, as it is shown. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** One glyph of a page. */
export interface GlyphBox extends Box {
  /** Usually one character; more for a ligature, none for what has no meaning as text. */
  readonly text: string;
  /** It is drawn by a colour that shows: not in the mode for invisible text, and not at opacity 0. */
  readonly isVisible: boolean;
  /** Glyphs of one run are shown by one operator, one after the other. */
  readonly run: number;
}

type Matrix = readonly [number, number, number, number, number, number];

interface Glyph {
  readonly unicode: string;
  readonly width: number;
  readonly isSpace: boolean;
}

interface Font {
  readonly fontMatrix?: readonly number[];
  readonly vertical?: boolean;
  readonly isType3Font?: boolean;
  readonly ascent?: number;
  readonly descent?: number;
}

interface State {
  matrix: Matrix;
  font: Font | undefined;
  fontSize: number;
  charSpacing: number;
  wordSpacing: number;
  scale: number;
  rise: number;
  leading: number;
  mode: number;
  alpha: number;
}

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
const INVISIBLE_MODE = 3;
const SPACE_PER_EM = 1_000;
/** Of fonts that do not tell: what Latin ones reach above and below their baseline. */
const ASCENT = 0.95;
const DESCENT = -0.3;

/** What a page shows, and where. */
export interface PagePlaces {
  readonly glyphs: readonly GlyphBox[];
  /** Images of pixels; what is drawn with lines is none. */
  readonly pictures: readonly Box[];
}

/** Where each glyph and each picture of a page stands, from the advances that its fonts have: nothing is guessed. */
export async function readPlaces(page: PDFPageProxy): Promise<PagePlaces> {
  const { fnArray, argsArray } = await page.getOperatorList();
  const reader = new PlaceReader(page);
  fnArray.forEach((operator, index) => reader.read(operator, argsArray[index] as Arguments));
  return reader;
}

type Arguments = readonly unknown[] | null;

/** Follows the state through the operators of a page, as who draws it does. */
class PlaceReader implements PagePlaces {
  readonly glyphs: GlyphBox[] = [];
  readonly pictures: Box[] = [];

  private readonly stack: State[] = [];
  private state: State = {
    matrix: IDENTITY,
    font: undefined,
    fontSize: 0,
    charSpacing: 0,
    wordSpacing: 0,
    scale: 1,
    rise: 0,
    leading: 0,
    mode: 0,
    alpha: 1,
  };
  private textMatrix: Matrix = IDENTITY;
  private x = 0;
  private y = 0;
  private lineX = 0;
  private lineY = 0;
  private runs = 0;
  private readonly shown: Matrix;

  constructor(private readonly page: PDFPageProxy) {
    this.shown = page.getViewport({ scale: 1 }).transform as unknown as Matrix;
  }

  read(operator: number, args: Arguments): void {
    const { OPS } = pdfjs;
    const { state } = this;
    const [first, second] = (args ?? []) as readonly number[];
    switch (operator) {
      case OPS.save:
        this.stack.push({ ...state });
        break;
      case OPS.restore:
      case OPS.paintFormXObjectEnd:
        this.state = this.stack.pop() ?? state;
        break;
      case OPS.paintFormXObjectBegin: {
        this.stack.push({ ...state });
        const matrix = args?.[0] as Matrix | null | undefined;
        if (matrix) state.matrix = multiply(state.matrix, matrix);
        break;
      }
      case OPS.transform:
        state.matrix = multiply(state.matrix, args as unknown as Matrix);
        break;
      case OPS.setGState:
        for (const [key, value] of (args?.[0] ?? []) as readonly (readonly [string, unknown])[]) {
          if (key === 'ca') state.alpha = Number(value);
          if (key === 'Font') this.setFont(value as readonly [string, number]);
        }
        break;
      case OPS.beginText:
        this.textMatrix = IDENTITY;
        this.x = this.y = this.lineX = this.lineY = 0;
        break;
      case OPS.setFont:
        this.setFont(args as unknown as readonly [string, number]);
        break;
      case OPS.setCharSpacing:
        state.charSpacing = first ?? 0;
        break;
      case OPS.setWordSpacing:
        state.wordSpacing = first ?? 0;
        break;
      case OPS.setHScale:
        state.scale = (first ?? 100) / 100;
        break;
      case OPS.setLeading:
        state.leading = -(first ?? 0);
        break;
      case OPS.setTextRise:
        state.rise = first ?? 0;
        break;
      case OPS.setTextRenderingMode:
        state.mode = first ?? 0;
        break;
      case OPS.setTextMatrix:
        this.textMatrix = (Array.isArray(args?.[0]) || ArrayBuffer.isView(args?.[0])
          ? args?.[0]
          : args) as unknown as Matrix;
        this.x = this.y = this.lineX = this.lineY = 0;
        break;
      case OPS.setLeadingMoveText:
        state.leading = second ?? 0;
        this.move(first ?? 0, second ?? 0);
        break;
      case OPS.moveText:
        this.move(first ?? 0, second ?? 0);
        break;
      case OPS.nextLine:
        this.move(0, state.leading);
        break;
      case OPS.showText:
      case OPS.showSpacedText:
        this.show(args?.[0] as readonly (Glyph | number)[]);
        break;
      case OPS.paintImageXObject:
      case OPS.paintInlineImageXObject:
      case OPS.paintImageMaskXObject:
      case OPS.paintImageXObjectRepeat:
      case OPS.paintImageMaskXObjectRepeat:
        this.pictures.push(boxIn(multiply(this.shown, state.matrix), [0, 0, 1, 1]));
        break;
      default: // Nothing else shows text or moves it.
    }
  }

  private setFont([name, size]: readonly [string, number]): void {
    const { commonObjs } = this.page;
    this.state.font = commonObjs.has(name) ? (commonObjs.get(name) as Font) : undefined;
    this.state.fontSize = size;
  }

  private move(x: number, y: number): void {
    this.x = this.lineX += x;
    this.y = this.lineY += y;
  }

  private show(glyphs: readonly (Glyph | number)[]): void {
    const { font, fontSize, charSpacing, wordSpacing, scale, alpha, mode } = this.state;
    const perUnit = fontSize * (font?.fontMatrix?.[0] ?? 0.001);
    const isVisible = mode !== INVISIBLE_MODE && alpha > 0;
    const run = this.runs++;
    for (const glyph of glyphs) {
      if (typeof glyph === 'number') {
        const kerning = (glyph * fontSize) / SPACE_PER_EM;
        if (font?.vertical) this.y += kerning;
        else this.x -= kerning * scale;
        continue;
      }
      const spacing = (glyph.isSpace ? wordSpacing : 0) + charSpacing;
      const advance = glyph.width * perUnit;
      this.add(glyph.unicode, advance, { run, isVisible });
      if (font?.vertical) this.y -= Math.abs(advance) + spacing;
      else this.x += (advance + spacing) * scale;
    }
  }

  private add(text: string, advance: number, rest: Pick<GlyphBox, 'run' | 'isVisible'>): void {
    const { matrix, font, fontSize, scale, rise } = this.state;
    const place = multiply(this.shown, multiply(matrix, this.textMatrix));
    const ascent = Math.max(font?.ascent || 0, ASCENT) * fontSize;
    const descent = Math.min(font?.descent || 0, DESCENT) * fontSize;
    const [left, right] = font?.vertical
      ? [this.x - fontSize / 2, this.x + fontSize / 2]
      : [this.x, this.x + advance * scale];
    const [low, high] = font?.vertical
      ? [this.y - fontSize, this.y]
      : [this.y + rise + descent, this.y + rise + ascent];
    this.glyphs.push({ text, ...boxIn(place, [left, low, right, high]), ...rest });
  }
}

/** What a rectangle covers once it was turned and moved. */
function boxIn(matrix: Matrix, [x0, y0, x1, y1]: readonly [number, number, number, number]): Box {
  const corners = [x0, x1].flatMap((x) =>
    [y0, y1].map((y) => [
      matrix[0] * x + matrix[2] * y + matrix[4],
      matrix[1] * x + matrix[3] * y + matrix[5],
    ]),
  );
  const xs = corners.map(([x = 0]) => x);
  const ys = corners.map(([, y = 0]) => y);
  return {
    left: Math.min(...xs),
    top: Math.min(...ys),
    right: Math.max(...xs),
    bottom: Math.max(...ys),
  };
}

const multiply = (m: Matrix, n: Matrix): Matrix => [
  m[0] * n[0] + m[2] * n[1],
  m[1] * n[0] + m[3] * n[1],
  m[0] * n[2] + m[2] * n[3],
  m[1] * n[2] + m[3] * n[3],
  m[0] * n[4] + m[2] * n[5] + m[4],
  m[1] * n[4] + m[3] * n[5] + m[5],
];
