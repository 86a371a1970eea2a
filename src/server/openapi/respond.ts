// Follows vendor/k8s.io/kube-openapi/pkg/handler3/handler.go (v1.36)

import { acceptsGzip, parseAccept } from '../../apimachinery/codec/index.js';
import type { ApiRequest, ApiResponse, ResponseHeaders } from '../http/index.js';
import { parseRange } from './byte-range.js';
import { isConditional, mayHaveRange, unmetCondition } from './conditions.js';
import type { DocumentBytes, Form, LazyDocument } from './lazy-document.js';

/** A media type that clients may request; wildcards choose the first match. */
export interface OfferedType {
  readonly subtype: string;
  readonly form: Form;
  readonly contentType: string;
}

const json: OfferedType = { subtype: 'json', form: 'json', contentType: 'application/json' };

/** Clients use both spellings; the one with `@` is not a valid media type and is never sent. */
function protobuf(version: 'v2' | 'v3'): OfferedType[] {
  const subtype = `com.github.proto-openapi.spec.${version}.v1.0+protobuf`;
  const deprecated = `com.github.proto-openapi.spec.${version}@v1.0+protobuf`;
  const contentType = `application/${subtype}`;
  return [subtype, deprecated].map((name) => ({ subtype: name, form: 'protobuf', contentType }));
}

/** The available media types, and how responses vary. A single type is sent regardless of Accept. */
export interface Offer {
  readonly types: readonly OfferedType[];
  readonly vary?: string;
  readonly hasEtag?: boolean;
}

export const v2Offer: Offer = { types: [json, ...protobuf('v2')], vary: 'Accept-Encoding, Accept', hasEtag: true };
const v3Offer: Offer = { types: [json, ...protobuf('v3')], vary: 'Accept', hasEtag: true };
/** Upstream sets no content type on the index, so Go detects text/plain. */
export const indexOffer: Offer = { types: [{ ...json, contentType: 'text/plain; charset=utf-8' }] };

/**
 * Responds with the document, or a range of it, in a type that the client accepts, or with 304 if the client has it.
 */
export async function respondWith(
  request: ApiRequest,
  document: LazyDocument,
  { types, vary, hasEtag, headers }: Offer & { readonly headers?: ResponseHeaders },
): Promise<ApiResponse> {
  const type = types.length === 1 ? types[0] : negotiate(request.header('accept'), types);
  const varying = vary === undefined ? {} : { vary };
  if (!type) return { status: 406, headers: varying };
  // Reading the document also computes the hash. Skip that if a conditional request may need the hash only.
  if (!isConditional(request)) await document.read(type.form, { acceptsGzip: true });
  const etag = hasEtag ? etagOf(await document.hashed()) : undefined;
  const validators = { etag, modified: document.modified };
  const tagged = { ...varying, ...(etag !== undefined && { etag }), ...headers };
  const unmet = unmetCondition(request, validators);
  if (unmet === 304) return { status: 304, headers: tagged };
  const modified = { 'last-modified': new Date(document.modified).toUTCString() };
  const described = { ...tagged, 'content-type': type.contentType, ...modified };
  if (unmet === 412) return { status: 412, headers: hasEtag ? described : { ...tagged, ...modified } };
  const wantsRange = request.header('range') !== undefined && mayHaveRange(request, validators);
  const accepted = { acceptsGzip: !wantsRange && acceptsGzip(request.header('accept-encoding')) };
  const content = await document.read(type.form, accepted);
  return wantsRange ? partOf(content.bytes, { request, headers: described }) : wholeOf(content, described);
}

function wholeOf({ bytes, isGzip }: DocumentBytes, headers: ResponseHeaders): ApiResponse {
  const encoded = isGzip ? { 'content-encoding': 'gzip', vary: varyOf(headers) } : {};
  return { status: 200, headers: { 'accept-ranges': 'bytes', ...headers, ...encoded }, body: bytes };
}

/** An uncompressed response suits all clients; a compressed one varies with Accept-Encoding. */
function varyOf({ vary }: ResponseHeaders): string {
  if (vary === undefined) return 'Accept-Encoding';
  return `${vary}`.includes('Accept-Encoding') ? `${vary}` : `${vary}, Accept-Encoding`;
}

function partOf(bytes: Buffer, { request, headers }: { request: ApiRequest; headers: ResponseHeaders }): ApiResponse {
  const range = parseRange(request.header('range'), bytes.length);
  if (range === undefined) return wholeOf({ bytes, isGzip: false }, headers);
  if (range === 'malformed' || range === 'beyond') return noSuchPart(range, bytes.length, headers);
  const { first, last } = range;
  const part = { 'accept-ranges': 'bytes', 'content-range': `bytes ${first}-${last}/${bytes.length}` };
  return { status: 206, headers: { ...headers, ...part }, body: bytes.subarray(first, last + 1) };
}

function noSuchPart(problem: 'malformed' | 'beyond', length: number, headers: ResponseHeaders): ApiResponse {
  const { etag: _, 'last-modified': __, ...kept } = headers;
  const text = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' };
  return problem === 'beyond'
    ? {
        status: 416,
        headers: { ...kept, ...text, 'content-range': `bytes */${length}` },
        body: Buffer.from('invalid range: failed to overlap\n'),
      }
    : { status: 416, headers: { ...kept, ...text }, body: Buffer.from('invalid range\n') };
}

/** Returns the address of a v3 document; clients may cache it indefinitely. */
export function addressOf(name: string, { hash }: LazyDocument): string {
  return `/openapi/v3/${name}?hash=${hash}`;
}

/**
 * Handles a request whose address may contain the document's hash: with the current hash the response is immutable,
 * with an old one the client is redirected.
 */
export async function respondToHash(
  request: ApiRequest,
  document: LazyDocument,
  { name, now }: { name: string; now: number },
): Promise<ApiResponse> {
  const hash = request.query.get('hash') ?? '';
  if (hash === '') return respondWith(request, document, v3Offer);
  if (hash !== (await document.hashed())) return movedTo(name, document);
  return respondWith(request, document, {
    ...v3Offer,
    headers: { 'cache-control': 'public, immutable', expires: aYearAfter(now) },
  });
}

function movedTo(name: string, document: LazyDocument): ApiResponse {
  const headers = {
    'content-type': json.contentType,
    vary: 'Accept',
    etag: etagOf(document.hash),
    location: addressOf(name, document),
  };
  return { status: 301, headers };
}

function negotiate(accept: string | undefined, types: readonly OfferedType[]): OfferedType | undefined {
  for (const clause of parseAccept(accept || '*/*')) {
    if (clause.type !== 'application' && clause.type !== '*') continue;
    const type = types.find(({ subtype }) => clause.subtype === subtype || clause.subtype === '*');
    if (type) return type;
  }
  return undefined;
}

function etagOf(hash: string): string {
  return `"${hash}"`;
}

function aYearAfter(now: number): string {
  const date = new Date(now);
  date.setUTCFullYear(date.getUTCFullYear() + 1);
  return date.toUTCString().replace('GMT', 'UTC');
}
