import { IMAGE_RECOMMENDED } from '#contract/limits';
import { PICTURE_MAX_WIDTH } from '#contract/pictures';

/** A chosen file, read whole: nothing of it depends on the camera or the folder any more. */
export interface ReadFile {
  name: string;
  mime: string;
  bytes: ArrayBuffer;
}

export async function readFile(file: File): Promise<ReadFile> {
  return { name: file.name, mime: file.type || 'application/octet-stream', bytes: await file.arrayBuffer() };
}

/** SHA-256 in hexadecimal digits. */
export async function digestOf(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Shrinks a photo on the device: at most 1600 px and, where it can be done, 500 kB, as JPEG.
 * @throws Error when the device cannot open the picture
 */
export async function shrink(file: ReadFile): Promise<ReadFile> {
  const bitmap = await createImageBitmap(new Blob([file.bytes], { type: file.mime }), { imageOrientation: 'from-image' });
  let scale = Math.min(1, PICTURE_MAX_WIDTH / Math.max(bitmap.width, bitmap.height));
  for (;;) {
    const canvas = drawn(bitmap, scale);
    for (const quality of [0.85, 0.75, 0.65, 0.5]) {
      const blob = await encoded(canvas, quality);
      const isLast = quality === 0.5 && Math.max(canvas.width, canvas.height) < 700;
      if (blob.size <= IMAGE_RECOMMENDED || isLast) {
        bitmap.close();
        return { name: `${file.name.replace(/\.[^.]*$/, '')}.jpg`, mime: 'image/jpeg', bytes: await blob.arrayBuffer() };
      }
    }
    scale *= 0.8;
  }
}

function drawn(bitmap: ImageBitmap, scale: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  // JPEG knows no transparency.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas;
}

function encoded(canvas: HTMLCanvasElement, quality: number): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('not encoded'))), 'image/jpeg', quality);
  });
}
