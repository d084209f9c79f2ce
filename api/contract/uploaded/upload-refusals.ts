import { PDF_CEILING, PDFS_MAX, PICTURE_CEILING, SHIELD_LEAST } from '../limits.ts';

/** Why an upload is refused, with the same texts on the device and on the server. */
export const REFUSALS = {
  /** Of a picture with the limit of 2 MB; the text of spec section 5. */
  overPictureMax: 'Reduzca la imagen o use una mas pequeña. menos de 2Mb (500kb o menos recomendado)',
  overPictureCeiling: `La imagen pesa más de ${PICTURE_CEILING / 1024 / 1024} MB. Reducila y volvé a subirla.`,
  emptyPicture: 'El archivo está vacío. Elegí otra imagen.',
  smallShield: `El escudo es muy chico. Elegí una imagen de ${SHIELD_LEAST} píxeles o más de lado, o un dibujo SVG.`,
  overPdfCeiling: `El PDF pesa más de ${PDF_CEILING / 1024 / 1024} MB. Reducilo y volvé a subirlo.`,
  manyPdfs: `Una página puede tener hasta ${PDFS_MAX} PDF. Borrá alguno antes de agregar otro.`,
  notPdf: 'Ese archivo no es un PDF. Elegí uno que termine en .pdf y se abra bien en tu equipo.',
} as const;
