import { genericServerResponse } from '../status/index.js';

/**
 * Whether a route gives what a request accepts, told by names alone: there are no qualities yet, nor wildcards but the
 * whole one. What is more than a name is negotiated by what the route leads to. Throws NotAcceptable.
 */
export function checkAccepted(accept: string | undefined, mediaTypes: readonly string[]): void {
  if (!accept || accept === '*/*' || namesOneOf(accept, mediaTypes)) return;
  const serverMessage = `406: Not Acceptable\n\nAvailable representations: ${mediaTypes.join(', ')}`;
  throw genericServerResponse({ code: 406, method: '', serverMessage });
}

/** Whether a route takes what a request sends, told by names alone. Throws UnsupportedMediaType. */
export function checkSent(contentType: string | undefined, mediaTypes: readonly string[]): void {
  if (contentType && namesOneOf(contentType, mediaTypes)) return;
  throw genericServerResponse({ code: 415, method: '', serverMessage: '415: Unsupported Media Type' });
}

/** Clients send the same one with every request. */
let lastNamed: { readonly header: string; readonly mediaTypes: readonly string[] } = { header: '', mediaTypes: [] };

function namesOneOf(header: string, mediaTypes: readonly string[]): boolean {
  if (header === lastNamed.header && mediaTypes === lastNamed.mediaTypes) return true;
  const isNamed = header.split(',').some((clause) => {
    const name = clause.split(';', 1)[0]!.trim();
    return name === '*/*' || mediaTypes.includes(name);
  });
  if (isNamed) lastNamed = { header, mediaTypes };
  return isNamed;
}
