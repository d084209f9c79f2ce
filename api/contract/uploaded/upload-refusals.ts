import { PDF_CEILING, PDFS_MAX, PICTURE_CEILING, PICTURE_MAX_PIXELS, SHIELD_LEAST } from '../limits.ts';
import { isPdf } from './file-kinds.ts';

/** Why an upload is refused, with the same texts on the device and on the server. */
export const REFUSALS = {
  /** Of a picture with the limit of 2 MB; the text of spec section 5. */
  overPictureMax: 'Reduzca la imagen o use una mas pequeña. menos de 2Mb (500kb o menos recomendado)',
  overPictureCeiling: `La imagen pesa más de ${PICTURE_CEILING / 1024 / 1024} MB. Reducila y volvé a subirla.`,
  tooManyPixels:
    `La imagen tiene más de ${PICTURE_MAX_PIXELS / 1_000_000} millones de píxeles. ` + 'Reducila y volvé a subirla.',
  emptyPicture: 'El archivo está vacío. Elegí otra imagen.',
  notPicture: 'Ese archivo no es una imagen que podamos usar. Elegí una foto JPEG, PNG, WebP o AVIF.',
  heic:
    'Este teléfono guardó la foto en HEIC, un formato que acá no se puede abrir. En el iPhone, entrá en Ajustes, ' +
    'Cámara, Formatos y elegí «Más compatible»; después sacá la foto de nuevo, o guardala como JPEG y elegila otra ' +
    'vez.',
  brokenPicture:
    'La imagen está dañada o llegó incompleta. Abrila en el teléfono, guardala de nuevo y volvé a subirla.',
  emptyDrawing: 'En ese dibujo no se ve nada. Guardalo como PNG y volvé a subirlo.',
  smallShield: `El escudo es muy chico. Elegí una imagen de ${SHIELD_LEAST} píxeles o más de lado, o un dibujo SVG.`,
  emptyPdf: 'El archivo está vacío. Elegí otro PDF.',
  overPdfCeiling: `El PDF pesa más de ${PDF_CEILING / 1024 / 1024} MB. Reducilo y volvé a subirlo.`,
  manyPdfs: `Una página puede tener hasta ${PDFS_MAX} PDF. Borrá alguno antes de agregar otro.`,
  notPdf: 'Ese archivo no es un PDF. Elegí uno que termine en .pdf y se abra bien en tu equipo.',
  cutOffPdf: 'El PDF está dañado o llegó incompleto. Fijate que se abra bien en tu equipo y volvé a subirlo.',
} as const;

/** Returns why a file is no PDF that can be uploaded, null if it may be one. @param head as in `isPdf` */
export function pdfRefusal(head: string, size: number): 'emptyPdf' | 'overPdfCeiling' | 'notPdf' | null {
  if (size === 0) return 'emptyPdf';
  if (size > PDF_CEILING) return 'overPdfCeiling';
  return isPdf(head) ? null : 'notPdf';
}
