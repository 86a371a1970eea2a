import { type GroupVersionKind, withMembers } from '../meta/index.js';
import { notAcceptable, unsupportedMediaType } from '../status/index.js';
import { type AcceptClause, parseAccept } from './accept.js';
import type { Codec, StreamFraming } from './codec.js';
import type { CodecRegistry } from './codec-registry.js';
import { type EndpointRestrictions, plainRestrictions } from './endpoint-restrictions.js';
import { parseMediaType } from './media-type.js';

/** What of a request decides about the form of its answer. */
export interface OutputRequest {
  /** The Accept header; absent or empty means the preferred form. */
  readonly accept?: string | undefined;
  readonly userAgent?: string | undefined;
  readonly query?: URLSearchParams;
}

/** The form to answer in. */
export interface OutputChoice {
  readonly codec: Codec;
  /** Whether people are going to read it. */
  readonly pretty: boolean;
  /** The kind that the client wants the object to be turned into: Table, PartialObjectMetadata, …. */
  readonly target?: GroupVersionKind;
  /** The discovery profile: `local` leaves out what other servers serve. */
  readonly profile?: string;
}

/** Chooses the form of an answer. Throws NotAcceptable, naming what there is. */
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

/** Chooses the form of a stream of watch events. Throws NotAcceptable, naming what there is. */
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
 * Finds the form of a request's body; no Content-Type means the preferred form. Throws UnsupportedMediaType, naming
 * what is said to be accepted.
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

/** The Content-Type of an answer that was turned into another kind, where the endpoint says so (discovery). */
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

/** Undefined where the endpoint does not do what the parameters ask for. Parameters that mean nothing are ignored. */
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

/** The `pretty` parameter, or else the tools that people read with. */
function wantsPretty({ query, userAgent = '' }: OutputRequest): boolean {
  const parameter = query?.get('pretty');
  if (parameter) return ['1', 't', 'T', 'true', 'TRUE', 'True'].includes(parameter);
  return userAgent.startsWith('curl') || userAgent.startsWith('Wget') || userAgent.startsWith('Mozilla/5.0');
}
