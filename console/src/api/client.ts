import { signal } from '@preact/signals';
import { parseJson, printJson } from './exact-json.ts';
import type { FetchOptions, SharedConnection } from './shared-connection.ts';

/** The API server: the pages are in a folder of it. */
export function root(): URL {
  return new URL('..', new URL('.', document.baseURI));
}

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export interface Metadata {
  readonly name: string;
  readonly namespace?: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly generation?: number;
  readonly creationTimestamp?: string;
  readonly deletionTimestamp?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly ownerReferences?: readonly OwnerReference[];
  readonly finalizers?: readonly string[];
  readonly managedFields?: readonly ManagedFields[];
  readonly continue?: string;
  readonly remainingItemCount?: number;
}

export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller?: boolean;
}

export interface ManagedFields {
  readonly manager?: string;
  readonly operation?: string;
  readonly subresource?: string;
  readonly time?: string;
  readonly fieldsV1?: JsonObject;
}

/** Any object of the API. */
export interface KubeObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: Metadata;
  readonly [field: string]: unknown;
}

export interface List<Item = KubeObject> {
  readonly metadata: Metadata;
  /** Servers may send null instead of an empty list. */
  readonly items: readonly Item[] | null;
}

export function itemsOf<Item>({ items }: List<Item>): readonly Item[] {
  return items ?? [];
}

export interface Status {
  readonly message?: string;
  readonly reason?: string;
  readonly code?: number;
  readonly details?: { readonly causes?: readonly { reason?: string; message?: string; field?: string }[] };
}

/** A response that is a failure, with the server's reason. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: number;
  readonly status: Status;

  constructor(code: number, status: Status) {
    super(status.message || `the server responded with ${code}`);
    this.code = code;
    this.status = status;
  }
}

/** Set when the session has ended: the log-in page is shown. */
export const loggedOut = signal(false);

/** Set while the server cannot be reached: what is shown may be old. */
export const isUnreachable = signal(false);

export interface RequestOptions {
  readonly method?: string | undefined;
  readonly accept?: string | undefined;
  readonly body?: string | undefined;
  readonly contentType?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Whether the response stays open, as that of a watch. Such requests have no body. */
  readonly isLongRunning?: boolean | undefined;
}

type SentRequest = FetchOptions & { readonly body?: string; readonly isLongRunning: boolean | undefined };

/** Set where each of the browser's few connections serves one request at a time. */
let longRunning: SharedConnection | undefined;

export function shareLongRunning(connection: SharedConnection): void {
  longRunning = connection;
}

/** Sends a request to a path of the API server. Rejects with `ApiError` if the response is a failure. */
export async function request(path: string, options: RequestOptions = {}): Promise<Response> {
  const { method = 'GET', accept = 'application/json', body, contentType = 'application/json', signal } = options;
  const headers: Record<string, string> = { accept, 'x-trestle-console': '1' };
  if (body !== undefined) headers['content-type'] = contentType;
  const url = new URL(path.replace(/^\//, ''), root());
  const init = { method, headers, ...(body !== undefined && { body }), ...(signal && { signal }) };
  const response = await send(url, { ...init, isLongRunning: options.isLongRunning });
  if (response.ok) return response;
  if (response.status === 401) loggedOut.value = true;
  throw new ApiError(response.status, await statusOf(response));
}

async function send(url: URL, { isLongRunning, ...init }: SentRequest): Promise<Response> {
  try {
    const response = await (isLongRunning && longRunning ? longRunning.fetch(url, init) : fetch(url, init));
    isUnreachable.value = false;
    return response;
  } catch (error) {
    if (init.signal?.aborted) throw error;
    isUnreachable.value = true;
    throw new TypeError('The server cannot be reached.', { cause: error });
  }
}

async function statusOf(response: Response): Promise<Status> {
  const text = await response.text();
  try {
    const parsed = JSON.parse(text) as Status;
    return typeof parsed === 'object' && parsed !== null ? parsed : { message: text };
  } catch {
    return { message: text.trim() };
  }
}

export async function get<Value = KubeObject>(path: string, options?: RequestOptions): Promise<Value> {
  return parseJson<Value>(await (await request(path, options)).text());
}

/** The object that a write results in, and the server's warnings. */
export interface Written {
  readonly object: KubeObject;
  readonly warnings: readonly string[];
}

export async function write(
  method: string,
  path: string,
  { body, contentType }: { body?: unknown; contentType?: string } = {},
): Promise<Written> {
  const text = body === undefined ? undefined : printJson(body);
  const response = await request(path, { method, body: text, contentType });
  return { object: parseJson<KubeObject>(await response.text()), warnings: warningsOf(response) };
}

/** `299 - "text"`, several of them separated by commas. */
function warningsOf(response: Response): string[] {
  const header = response.headers.get('warning') ?? '';
  return [...header.matchAll(/299 \S+ "((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) => text.replace(/\\(.)/g, '$1'));
}

/** Appends the parameters that are set. */
export function withQuery(path: string, parameters: Readonly<Record<string, string | number | undefined>>): string {
  const query = Object.entries(parameters)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `${name}=${encodeURIComponent(value!)}`);
  return query.length === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}${query.join('&')}`;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
