import { correction, generate } from 'lean-qr/nano';

/** Width, in modules, of the light margin that the standard asks for (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/**
 * The modules of a text as a QR code with error correction M; dark ones are true, and outside there are none.
 * @throws Error if the text has more than 2,331 bytes
 */
export const qrModules = (text: string) => generate(text, { minCorrectionLevel: correction.M });

/**
 * Draws a text as a QR code, as an SVG picture in black on white.
 * @throws Error if the text has more than 2,331 bytes
 */
export function qrCode(text: string): string {
  const { size, get } = qrModules(text);
  const side = size + 2 * QUIET_ZONE;
  let dark = '';
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      if (!get(x, y)) continue;
      const from = x;
      while (get(x + 1, y)) x += 1;
      const run = x + 1 - from;
      dark += `M${from + QUIET_ZONE} ${y + QUIET_ZONE}h${run}v1h-${run}z`;
    }
  }
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${dark}"/></svg>`
  );
}
