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

export const v2Types: readonly OfferedType[] = [json, ...protobuf('v2')];
export const v3Types: readonly OfferedType[] = [json, ...protobuf('v3')];
export const jsonOnly: readonly OfferedType[] = [json];

const vary = 'Accept, Accept-Encoding';

/**
 * Answers with the document in a type that the client accepts, or says that the client has it already. Where there is
 * only one type, it is sent to everybody.
 */
export async function respondWith(
  request: ApiRequest,
  document: LazyDocument,
  { types, headers }: { types: readonly OfferedType[]; headers?: ResponseHeaders },
): Promise<ApiResponse> {
  const type = types.length === 1 ? types[0] : negotiate(request.header('accept'), types);
  if (!type) return { status: 406, headers: { vary } };
  const tags = request.header('if-none-match');
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
  if (hash === '') return respondWith(request, document, { types: v3Types });
  if (hash !== document.hash)
    return { status: 301, headers: { vary, etag: etagOf(document), location: addressOf(name, document) } };
  return respondWith(request, document, {
    types: v3Types,
    headers: { 'cache-control': 'public, immutable', expires: aYearAfter(now) },
  });
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
  return date.toUTCString();
}
