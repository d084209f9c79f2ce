const BASE64_PIECE = 3 * 8192;

/** Returns bytes as a data URL. */
export function dataUrl(bytes: ArrayBuffer, mime: string): string {
  const all = new Uint8Array(bytes);
  let text = `data:${mime};base64,`;
  // In pieces of whole triples: their texts join without padding, and no call gets too many arguments.
  for (let at = 0; at < all.length; at += BASE64_PIECE) {
    text += btoa(String.fromCharCode(...all.subarray(at, at + BASE64_PIECE)));
  }
  return text;
}
