// Follows staging/src/k8s.io/apiserver/pkg/endpoints/discovery/aggregated/wrapper.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/endpoints/discovery/aggregated/etag.go (v1.36)

import {
  type CodecRegistry,
  checkAccepted,
  discoveryRestrictions,
  jsonText,
  mediaTypeWithKind,
  negotiateOutput,
  type OutputChoice,
  standardCodecs,
} from '../../apimachinery/codec/index.js';
import { genericServerResponse, isNotAcceptable } from '../../apimachinery/status/index.js';
import type { ApiRequest, ApiResponse } from '../http/index.js';
import type { DiscoveryRegistry } from './discovery-registry.js';
import { apiVersions, type ServerAddress } from './documents.js';
import { EncodedDocument } from './encoded-document.js';

interface DiscoveryHandlerOptions {
  readonly registry: DiscoveryRegistry;
  readonly codecs?: CodecRegistry;
  /** Codecs of the resources of a version, which have routes. Unset: `codecs`. */
  readonly versionCodecs?: CodecRegistry;
  /** Returns the server addresses for a client with this address. */
  readonly serverAddresses: (clientAddress: string) => readonly ServerAddress[];
}

/**
 * Serves `/api`, `/apis` and the groups and versions below them. Returns undefined for all other paths, and for unknown
 * groups and versions. Throws NotAcceptable and MethodNotAllowed.
 */
type DiscoveryHandler = (request: ApiRequest) => Promise<ApiResponse | undefined>;

export function discoveryHandler(options: DiscoveryHandlerOptions): DiscoveryHandler {
  const { registry, codecs = standardCodecs, versionCodecs = codecs } = options;
  return async (request) => {
    const path = withoutLastSlash(request.path);
    const aggregated = path === '/api' || request.path === '/apis' ? aggregatedChoice(codecs, request) : undefined;
    if (aggregated !== undefined) {
      if (!isPublishedByAggregator(registry, path)) checkMethod(request.method);
      const document = path === '/api' ? registry.aggregatedCore : registry.aggregated;
      return respondAggregated(request, document, aggregated);
    }
    const document = path === '/api' ? versionsDocument(options, request) : plainDocument(registry, path);
    if (document === undefined) return undefined;
    if (!hasRoute(registry, path)) return respond(request, document, negotiateOutput(codecs, outputRequest(request)));
    const routed = versionPath.test(path) ? versionCodecs : codecs;
    checkRoute(request, routed);
    return respond(request, document, negotiateOutput(routed, outputRequest(request)));
  };
}

function versionsDocument(
  { registry, serverAddresses }: DiscoveryHandlerOptions,
  request: ApiRequest,
): EncodedDocument | undefined {
  const versions = registry.coreVersions;
  if (versions.length === 0) return undefined;
  return new EncodedDocument(jsonText(apiVersions(versions, serverAddresses(request.remoteAddress))));
}

function plainDocument(registry: DiscoveryRegistry, path: string): EncodedDocument | undefined {
  const [, prefix, first = '', second, ...more] = path.split('/', 5);
  if (more.length > 0) return undefined;
  if (prefix === 'api') return second === undefined ? registry.groupVersion('', first) : undefined;
  if (prefix !== 'apis') return undefined;
  if (first === '') return second === undefined ? registry.groupList : undefined;
  return second === undefined ? registry.group(first) : registry.groupVersion(first, second);
}

/** Returns the form of the aggregated document, if the client requests it and it is supported. */
function aggregatedChoice(codecs: CodecRegistry, request: ApiRequest): OutputChoice | undefined {
  if (!request.header('accept')?.includes('APIGroupDiscoveryList')) return undefined;
  try {
    return negotiateOutput(codecs, outputRequest(request), discoveryRestrictions);
  } catch (error) {
    if (isNotAcceptable(error)) return undefined;
    throw error;
  }
}

async function respondAggregated(
  request: ApiRequest,
  document: EncodedDocument,
  choice: OutputChoice,
): Promise<ApiResponse> {
  const { etag } = document;
  const headers = { etag, vary: 'Accept', 'cache-control': 'public' };
  if (request.header('if-none-match') === etag) return { status: 304, headers };
  const response = await respond(request, document, choice);
  const vary = response.headers['vary'] === undefined ? 'Accept' : `Accept, ${response.headers['vary']}`;
  return { ...response, headers: { ...response.headers, ...headers, vary } };
}

async function respond(request: ApiRequest, document: EncodedDocument, choice: OutputChoice): Promise<ApiResponse> {
  const { codec, target } = choice;
  const contentType = target ? mediaTypeWithKind(codec.mediaType, target) : codec.mediaType;
  const { body, headers } = await document.compressed(document.in(choice), request.header('accept-encoding'));
  return { status: 200, headers: { 'content-type': contentType, ...headers }, body };
}

const versionPath = /^\/(?:api|apis\/[^/]+)\/[^/]+$/;
const groupsPath = /^\/apis(?:\/[^/]+)?$/;

/** An aggregator serves its group lists for any method. */
function isPublishedByAggregator(registry: DiscoveryRegistry, path: string): boolean {
  return registry.listsRegistered && groupsPath.test(path);
}

function hasRoute(registry: DiscoveryRegistry, path: string): boolean {
  const [, , group = '', version = ''] = path.split('/', 4);
  return !isPublishedByAggregator(registry, path) && registry.requestsOf(group, version) === 'supported';
}

function checkRoute(request: ApiRequest, codecs: CodecRegistry): void {
  checkMethod(request.method);
  checkAccepted(request.header('accept'), codecs.mediaTypes);
}

function checkMethod(method: string): void {
  if (method === 'GET') return;
  throw genericServerResponse({ code: 405, method: '', resource: { group: '', resource: '' }, name: '' });
}

function outputRequest(request: ApiRequest) {
  return { accept: request.header('accept'), userAgent: request.header('user-agent'), query: request.query };
}

function withoutLastSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}
