import { PICTURE_MAX_WIDTH } from '#contract/values/pictures';

/**
 * Draws a picture as a JPEG of at most 1600 px and, if possible, so many bytes.
 * @throws Error if the device cannot
 */
export async function reducedPicture(bitmap: ImageBitmap, bytes: number): Promise<Blob> {
  let scale = Math.min(1, PICTURE_MAX_WIDTH / Math.max(bitmap.width, bitmap.height));
  for (;;) {
    const canvas = scaled(bitmap, scale);
    for (const quality of [0.85, 0.75, 0.65, 0.5]) {
      const blob = await encoded(canvas, quality);
      const isLast = quality === 0.5 && Math.max(canvas.width, canvas.height) < 700;
      if (blob.size <= bytes || isLast) return blob;
    }
    scale *= 0.8;
  }
}

function scaled(bitmap: ImageBitmap, scale: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  // JPEG has no transparency.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** Encodes a canvas as JPEG. @throws Error if the device cannot */
export function encoded(canvas: HTMLCanvasElement, quality: number): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('not encoded'))), 'image/jpeg', quality);
  });
}
