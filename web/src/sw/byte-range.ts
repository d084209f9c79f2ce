/**
 * The part of a whole stored answer that a request asks for: PDF viewers read a file in ranges (RFC 9110, section 14).
 * A range that cannot be read as a single one is answered with the whole.
 */
export async function partOf(whole: Response, range: string | null): Promise<Response> {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? [];
  if (first === '' && last === '') return whole;
  const blob = await whole.blob();
  const { size } = blob;
  // `-500` are the last 500 bytes.
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  const headers = new Headers(whole.headers);
  if (start > end) {
    headers.set('content-range', `bytes */${size}`);
    return new Response(null, { status: 416, headers });
  }
  headers.set('content-range', `bytes ${start}-${end}/${size}`);
  headers.set('content-length', String(end - start + 1));
  headers.delete('content-encoding');
  return new Response(blob.slice(start, end + 1), { status: 206, statusText: 'Partial Content', headers });
}
