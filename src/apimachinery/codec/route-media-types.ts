import { genericServerResponse } from '../status/index.js';

/**
 * Checks whether a route produces what a request accepts, by media type only: without qualities, and without wildcards
 * except the one for all types. Anything else is negotiated by the route's handler. Throws NotAcceptable.
 */
export function checkAccepted(accept: string | undefined, mediaTypes: readonly string[]): void {
  if (!accept || accept === '*/*' || namesOneOf(accept, mediaTypes, '*/*')) return;
  const serverMessage = `406: Not Acceptable\n\nAvailable representations: ${mediaTypes.join(', ')}`;
  throw genericServerResponse({ code: 406, method: '', serverMessage });
}

/** Checks whether a route consumes what a request sends, by media type only, without wildcards. Throws UnsupportedMediaType. */
export function checkSent(contentType: string | undefined, mediaTypes: readonly string[]): void {
  if (contentType && namesOneOf(contentType, mediaTypes)) return;
  throw genericServerResponse({ code: 415, method: '', serverMessage: '415: Unsupported Media Type' });
}

/** A cache of one entry: clients send the same header with every request. */
let lastNamed: { readonly header: string; readonly mediaTypes: readonly string[] } = { header: '', mediaTypes: [] };

function namesOneOf(header: string, mediaTypes: readonly string[], wildcard?: string): boolean {
  if (header === lastNamed.header && mediaTypes === lastNamed.mediaTypes) return true;
  const isNamed = header.split(',').some((clause) => {
    const name = clause.split(';', 1)[0]!.trim();
    return name === wildcard || mediaTypes.includes(name);
  });
  if (isNamed) lastNamed = { header, mediaTypes };
  return isNamed;
}
