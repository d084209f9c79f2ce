/**
 * Returns the normal form of a path: decoded and encoded again like the portal's own links, without `.` and `..`, and
 * without empty parts except in the API, where an empty part has a meaning. Routing, rate limits and logs see only this
 * form.
 * @param path as it was requested, without the query
 * @returns null for what cannot be decoded
 */
export function normalPath(path: string): string | null {
  const parts: string[] = [];
  for (const part of path.split('/').slice(1)) {
    const decoded = decodedPart(part);
    if (decoded === null) return null;
    if (decoded === '..') parts.pop();
    else if (decoded !== '.' && (decoded !== '' || /^api$/i.test(parts[0] ?? '')))
      parts.push(encodeURIComponent(decoded));
  }
  return `/${parts.join('/')}`;
}

function decodedPart(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
