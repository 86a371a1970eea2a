import type { ApiRequest } from '../http/index.js';

/** Validators (RFC 9110) of a document; the etag is optional. */
export interface Validators {
  readonly etag: string | undefined;
  /** Time of the last change, in milliseconds. */
  readonly modified: number;
}

export function isConditional(request: ApiRequest): boolean {
  return conditions.some((name) => request.header(name) !== undefined);
}

const conditions = ['if-match', 'if-unmodified-since', 'if-none-match', 'if-modified-since'];

/** Returns the status for an unmet condition of the request (RFC 9110); undefined: all conditions are met. */
export function unmetCondition(request: ApiRequest, validators: Validators): 304 | 412 | undefined {
  if (isChanged(request, validators)) return 412;
  if (!isKnown(request, validators)) return undefined;
  return isRead(request) ? 304 : 412;
}

/** Whether the document still matches If-Range, so that a range may be sent. */
export function mayHaveRange(request: ApiRequest, { etag, modified }: Validators): boolean {
  const wanted = request.header('if-range');
  if (wanted === undefined) return true;
  return wanted.startsWith('"') ? wanted === etag : secondsOf(Date.parse(wanted)) === secondsOf(modified);
}

function isChanged(request: ApiRequest, { etag, modified }: Validators): boolean {
  const tags = request.header('if-match');
  if (tags !== undefined) return !tagsIn(tags).some((tag) => tag === '*' || tag === etag);
  const since = dateIn(request, 'if-unmodified-since');
  return since !== undefined && secondsOf(modified) > since;
}

function isKnown(request: ApiRequest, { etag, modified }: Validators): boolean {
  const tags = request.header('if-none-match');
  if (tags !== undefined) return tagsIn(tags).some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag);
  const since = isRead(request) ? dateIn(request, 'if-modified-since') : undefined;
  return since !== undefined && secondsOf(modified) <= since;
}

function isRead({ method }: ApiRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

function tagsIn(header: string): string[] {
  return header.split(',').map((tag) => tag.trim());
}

function dateIn(request: ApiRequest, header: string): number | undefined {
  const date = Date.parse(request.header(header) ?? '');
  return Number.isNaN(date) ? undefined : secondsOf(date);
}

/** Dates in headers have a resolution of one second. */
function secondsOf(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}
