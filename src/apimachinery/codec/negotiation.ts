// Follows staging/src/k8s.io/apiserver/pkg/endpoints/handlers/negotiation/negotiate.go (v1.36)

import { type GroupVersionKind, withMembers } from '../meta/index.js';
import { notAcceptable, unsupportedMediaType } from '../status/index.js';
import { type AcceptClause, parseAccept } from './accept.js';
import type { Codec, StreamFraming } from './codec.js';
import type { CodecRegistry } from './codec-registry.js';
import { type EndpointRestrictions, plainRestrictions } from './endpoint-restrictions.js';
import { parseMediaType } from './media-type.js';

/** The parts of a request that determine the media type of its response. */
export interface OutputRequest {
  /** The Accept header. Unset or empty: the preferred media type. */
  readonly accept?: string | undefined;
  readonly userAgent?: string | undefined;
  readonly query?: URLSearchParams;
}

/** The negotiated media type and options. */
export interface OutputChoice {
  readonly codec: Codec;
  /** Whether to format the response for people. */
  readonly pretty: boolean;
  /** The kind to convert the object to: Table, PartialObjectMetadata and so on. */
  readonly target?: GroupVersionKind;
  /** The discovery profile: `local` omits what other servers serve. */
  readonly profile?: string;
}

/** Negotiates the media type of a response. Throws NotAcceptable with the supported media types. */
export function negotiateOutput(
  registry: CodecRegistry,
  request: OutputRequest,
  restrictions: EndpointRestrictions = plainRestrictions,
): OutputChoice {
  const choice = choose(registry, request.accept, restrictions);
  if (choice === undefined) throw notAcceptable(registry.mediaTypes);
  const pretty = (choice.pretty || wantsPretty(request)) && choice.codec.encodePretty !== undefined;
  return pretty === choice.pretty ? choice : { ...choice, pretty };
}

/** Negotiates the media type of a watch stream. Throws NotAcceptable with the supported media types. */
export function negotiateStream(
  registry: CodecRegistry,
  accept: string | undefined,
  restrictions: EndpointRestrictions = plainRestrictions,
): OutputChoice & { readonly stream: StreamFraming } {
  const choice = choose(registry, accept, restrictions);
  if (choice?.codec.stream === undefined) throw notAcceptable(registry.streamMediaTypes);
  return withMembers(choice, { stream: choice.codec.stream });
}

/**
 * Returns the codec for a request's body; without a Content-Type, the preferred one. Throws UnsupportedMediaType with
 * the supported media types.
 */
export function negotiateInput(
  registry: CodecRegistry,
  contentType: string | undefined,
  accepted: readonly string[] = registry.mediaTypes,
): Codec {
  if (!contentType) return registry.preferred;
  const mediaType = parseMediaType(contentType);
  const codec = mediaType === undefined ? undefined : registry.find(mediaType);
  if (codec === undefined) throw unsupportedMediaType(accepted);
  return codec;
}

/** The Content-Type of a response converted to another kind, for endpoints that include it (discovery). */
export function mediaTypeWithKind(mediaType: string, { group, version, kind }: GroupVersionKind): string {
  const parameters = [group && `;g=${group}`, version && `;v=${version}`, kind && `;as=${kind}`];
  return mediaType + parameters.join('');
}

function choose(
  registry: CodecRegistry,
  accept: string | undefined,
  restrictions: EndpointRestrictions,
): OutputChoice | undefined {
  if (!accept) return { codec: registry.preferred, pretty: false };
  for (const clause of parseAccept(accept)) {
    for (const codec of registry.codecs) {
      const choice = matches(clause, codec.mediaType) ? readParameters(clause, codec, restrictions) : undefined;
      if (choice !== undefined) return choice;
    }
  }
  return undefined;
}

function matches({ type, subtype }: AcceptClause, mediaType: string): boolean {
  if (type === '*') return subtype === '*';
  return subtype === '*' ? mediaType.startsWith(`${type}/`) : mediaType === `${type}/${subtype}`;
}

/** Returns undefined if the endpoint does not support the parameters. Ignores unknown parameters. */
function readParameters(
  { parameters }: AcceptClause,
  codec: Codec,
  restrictions: EndpointRestrictions,
): OutputChoice | undefined {
  const [stream, serverVersion, profile] = ['stream', 'sv', 'profile'].map((name) => parameters.get(name));
  if (stream && (codec.stream === undefined || !restrictions.allowsStream(stream))) return undefined;
  if (serverVersion && !restrictions.allowsServerVersion(serverVersion)) return undefined;
  const target = readTarget(parameters);
  if (!restrictions.allowsTransform(codec.mediaType, target)) return undefined;
  const pretty = parameters.get('pretty') === '1' && codec.encodePretty !== undefined;
  return { codec, pretty, ...(target && { target }), ...(profile && { profile }) };
}

function readTarget(parameters: ReadonlyMap<string, string>): GroupVersionKind | undefined {
  const [kind, group, version] = ['as', 'g', 'v'].map((name) => parameters.get(name));
  if (kind === undefined && group === undefined && version === undefined) return undefined;
  return { group: group ?? '', version: version ?? '', kind: kind ?? '' };
}

/** Determined by the `pretty` parameter; if unset, by the user agent. */
function wantsPretty({ query, userAgent = '' }: OutputRequest): boolean {
  const parameter = query?.get('pretty');
  if (parameter) return ['1', 't', 'T', 'true', 'TRUE', 'True'].includes(parameter);
  return userAgent.startsWith('curl') || userAgent.startsWith('Wget') || userAgent.startsWith('Mozilla/5.0');
}
