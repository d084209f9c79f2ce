/** Returns the kind of a device by its User-Agent header. iPads report that they are computers. */
export function deviceName(userAgent: string): string {
  if (/Android/.test(userAgent)) return /Mobile/.test(userAgent) ? 'Teléfono Android' : 'Tablet Android';
  if (/iPhone/.test(userAgent)) return 'iPhone';
  if (/iPad/.test(userAgent)) return 'iPad';
  if (/Macintosh/.test(userAgent)) return 'Mac o iPad';
  if (/Windows/.test(userAgent)) return 'Computadora con Windows';
  return /CrOS|Linux/.test(userAgent) ? 'Computadora con Linux' : 'Otro dispositivo';
}

/** Most of them claim to be Chrome or Safari too, so these come last. */
const BROWSERS = [
  ['Edge', /\bEdgA?(?:iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
] as const;

/** Returns browser and device by a User-Agent header: «Chrome en teléfono Android». */
export function browserAndDevice(userAgent: string): string {
  const device = deviceName(userAgent);
  const browser = BROWSERS.find(([, sign]) => sign.test(userAgent))?.[0];
  if (browser === undefined) return device;
  return `${browser} en ${/^(?:i|Mac)/.test(device) ? device : lowered(device)}`;
}

const lowered = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
