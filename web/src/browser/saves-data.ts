interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/**
 * Whether nothing may be loaded that nobody asked for: the person has chosen to save data, or by what the browser has
 * measured the connection is too slow for more. Chromium tells; other browsers say nothing. Documents contain this
 * function's source (`web/src/public/document.ts`), so it uses nothing from outside.
 */
export function savesData(): boolean {
  const { saveData, effectiveType } = (navigator as { connection?: Connection }).connection ?? {};
  return saveData === true || /2g/.test(String(effectiveType));
}
