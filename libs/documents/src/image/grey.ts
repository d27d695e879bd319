/** A picture of one byte a pixel, 255 is white. */
export interface GreyImage {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** As the eye weighs colours, on white where it is transparent. */
export function greyOfRgba(
  rgba: Uint8Array | Uint8ClampedArray,
  width: number,
  height: number,
): GreyImage {
  const pixels = new Uint8Array(width * height);
  for (let at = 0, from = 0; at < pixels.length; at++, from += 4) {
    const r = rgba[from] ?? 0;
    const g = rgba[from + 1] ?? 0;
    const b = rgba[from + 2] ?? 0;
    pixels[at] = (r * 77 + g * 150 + b * 29) >> 8;
  }
  return { width, height, pixels };
}

/** Turned about its middle, what comes in from outside is white. @param degrees clockwise */
export function rotate(image: GreyImage, degrees: number): GreyImage {
  if (degrees === 0) return image;
  const { width, height, pixels } = image;
  const turned = new Uint8Array(pixels.length).fill(255);
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [cx, cy] = [(width - 1) / 2, (height - 1) / 2];
  for (let y = 0; y < height; y++) {
    let fromX = cx + (0 - cx) * cos + (y - cy) * sin;
    let fromY = cy - (0 - cx) * sin + (y - cy) * cos;
    for (let x = 0, at = y * width; x < width; x++, at++, fromX += cos, fromY -= sin) {
      const left = Math.floor(fromX);
      const top = Math.floor(fromY);
      if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) continue;
      const dx = fromX - left;
      const dy = fromY - top;
      const from = top * width + left;
      const above = (pixels[from] as number) * (1 - dx) + (pixels[from + 1] as number) * dx;
      const below =
        (pixels[from + width] as number) * (1 - dx) + (pixels[from + width + 1] as number) * dx;
      turned[at] = above * (1 - dy) + below * dy + 0.5;
    }
  }
  return { width, height, pixels: turned };
}

/** The mean of each square of pixels, so many times smaller. */
export function shrink({ width, height, pixels }: GreyImage, times: number): GreyImage {
  const [w, h] = [Math.floor(width / times), Math.floor(height / times)];
  const small = new Uint8Array(w * h);
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      let sum = 0;
      for (let dy = 0; dy < times; dy++) {
        const from = (y * times + dy) * width + x * times;
        for (let dx = 0; dx < times; dx++) sum += pixels[from + dx] as number;
      }
      small[y * w + x] = sum / (times * times);
    }
  }
  return { width: w, height: h, pixels: small };
}
