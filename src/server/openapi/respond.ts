import { acceptsGzip, parseAccept } from '../../apimachinery/codec/index.js';
import type { ApiRequest, ApiResponse, ResponseHeaders } from '../http/index.js';
import type { Form, LazyDocument } from './lazy-document.js';

/** What may be asked for, in the order in which wildcards choose. */
export interface OfferedType {
  readonly subtype: string;
  readonly form: Form;
  readonly contentType: string;
}

const json: OfferedType = { subtype: 'json', form: 'json', contentType: 'application/json' };

/** Both spellings are asked for; the one with `@` is no media type and never sent. */
function protobuf(version: 'v2' | 'v3'): OfferedType[] {
  const subtype = `com.github.proto-openapi.spec.${version}.v1.0+protobuf`;
  const deprecated = `com.github.proto-openapi.spec.${version}@v1.0+protobuf`;
  const contentType = `application/${subtype}`;
  return [subtype, deprecated].map((name) => ({ subtype: name, form: 'protobuf', contentType }));
}

/** What of a request an answer depends on, and the types that there are; where there is only one, all get it. */
export interface Offer {
  readonly types: readonly OfferedType[];
  readonly vary: string;
}

export const v2Offer: Offer = { types: [json, ...protobuf('v2')], vary: 'Accept-Encoding, Accept' };
const v3Offer: Offer = { types: [json, ...protobuf('v3')], vary: 'Accept, Accept-Encoding' };
/** Upstream leaves it to who sends the index to say what it is. */
export const indexOffer: Offer = {
  types: [{ ...json, contentType: 'text/plain; charset=utf-8' }],
  vary: 'Accept-Encoding',
};

/** Answers with the document in a type that the client accepts, or says that the client has it already. */
export async function respondWith(
  request: ApiRequest,
  document: LazyDocument,
  { types, vary, headers }: Offer & { readonly headers?: ResponseHeaders },
): Promise<ApiResponse> {
  const type = types.length === 1 ? types[0] : negotiate(request.header('accept'), types);
  if (!type) return { status: 406, headers: { vary } };
  const tags = isRead(request) ? request.header('if-none-match') : undefined;
  if (tags !== undefined && isKnown(tags, await document.hashed()))
    return { status: 304, headers: { vary, etag: etagOf(document), ...headers } };
  // Before the hash is asked for: that is known once the document is there.
  const { bytes, isGzip } = await document.read(type.form, {
    acceptsGzip: acceptsGzip(request.header('accept-encoding')),
  });
  return {
    status: 200,
    headers: {
      vary,
      etag: etagOf(document),
      'content-type': type.contentType,
      ...(isGzip && { 'content-encoding': 'gzip' }),
      ...headers,
    },
    ...(request.method !== 'HEAD' && { body: bytes }),
  };
}

/** Where a document of v3 is; clients keep what they get from there. */
export function addressOf(name: string, { hash }: LazyDocument): string {
  return `/openapi/v3/${name}?hash=${hash}`;
}

/**
 * Answers where the address may have the hash of the document: what has the right one may be kept for good, and who
 * has an old one is sent to the new one.
 */
export async function respondToHash(
  request: ApiRequest,
  document: LazyDocument,
  { name, now }: { name: string; now: number },
): Promise<ApiResponse> {
  const hash = request.query.get('hash') ?? '';
  if (hash === '') return respondWith(request, document, v3Offer);
  if (hash !== document.hash) return movedTo(name, document);
  return respondWith(request, document, {
    ...v3Offer,
    headers: { 'cache-control': 'public, immutable', expires: aYearAfter(now) },
  });
}

function movedTo(name: string, document: LazyDocument): ApiResponse {
  const headers = {
    'content-type': json.contentType,
    vary: v3Offer.vary,
    etag: etagOf(document),
    location: addressOf(name, document),
  };
  return { status: 301, headers };
}

/** Documents are told whatever the method is, but only who reads can have them already. */
function isRead({ method }: ApiRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

function negotiate(accept: string | undefined, types: readonly OfferedType[]): OfferedType | undefined {
  for (const clause of parseAccept(accept || '*/*')) {
    if (clause.type !== 'application' && clause.type !== '*') continue;
    const type = types.find(({ subtype }) => clause.subtype === subtype || clause.subtype === '*');
    if (type) return type;
  }
  return undefined;
}

function etagOf({ hash }: LazyDocument): string {
  return `"${hash}"`;
}

function isKnown(tags: string, hash: string): boolean {
  return tags.split(',').some((tag) => {
    const known = tag.trim().replace(/^W\//, '');
    return known === '*' || known === `"${hash}"`;
  });
}

function aYearAfter(now: number): string {
  const date = new Date(now);
  date.setUTCFullYear(date.getUTCFullYear() + 1);
  return date.toUTCString().replace('GMT', 'UTC');
}
