// Follows staging/src/k8s.io/apiserver/pkg/server/statusz/statusz.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/server/flagz/flagz.go (v1.36)

import {
  type Codec,
  type CodecRegistry,
  cborCodec,
  encodeJsonPretty,
  jsonCodec,
  mediaTypeWithKind,
  parseAccept,
  standardCodecs,
} from '../../apimachinery/codec/index.js';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { notAcceptable } from '../../apimachinery/status/index.js';
import type { ApiResponse } from '../http/index.js';
import type { RequestContext } from '../request-context.js';

/** A page about the server instance: as text for people, or as a versioned object for programs. */
export interface InstancePage {
  /** For example `statusz`. */
  readonly name: string;
  readonly kind: string;
  text(): string;
  /** The fields of the object; the same in all versions. */
  fields(): JsonObject;
}

const codecsWithCbor = standardCodecs.with(cborCodec);
const group = 'config.k8s.io';
const versions = ['v1alpha1', 'v1beta1'];
const deprecatedVersions = new Set(['v1alpha1']);
const warning =
  'Warning: This endpoint is not meant to be machine parseable, has no formatting compatibility guarantees and is for debugging purposes only.';

interface Choice {
  readonly codec: Codec;
  readonly version: string;
}

/** Throws NotAcceptable. */
export function pageResponse(
  context: RequestContext,
  page: InstancePage,
  { hasCbor = false }: { readonly hasCbor?: boolean } = {},
): ApiResponse {
  const codecs = hasCbor ? codecsWithCbor : standardCodecs;
  context.codecs = codecs;
  const choice = choose(context.request.header('accept'), page.kind, codecs);
  if (choice === 'text') {
    const body = Buffer.from(`\napiserver ${page.name}\n${warning}\n${page.text()}`);
    return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body };
  }
  const { codec, version } = choice;
  if (deprecatedVersions.has(version)) {
    context.warn(`This version of the ${page.name} endpoint is deprecated. Please use a newer version.`);
  }
  const kind = { group, version, kind: page.kind };
  const object = {
    kind: page.kind,
    apiVersion: `${group}/${version}`,
    metadata: { name: 'apiserver' },
    ...page.fields(),
  };
  const body = codec === jsonCodec ? encodeJsonPretty(object) : codec.encode(object);
  return { status: 200, headers: { 'content-type': mediaTypeWithKind(codec.mediaType, kind) }, body };
}

/** Clients get an object if they name its version; otherwise text, if they accept it. */
function choose(accept: string | undefined, kind: string, codecs: CodecRegistry): 'text' | Choice {
  for (const { type, subtype, parameters } of parseAccept(accept || '*/*')) {
    const mediaType = `${type}/${subtype}`;
    if (mediaType === 'text/plain' || mediaType === '*/*' || mediaType === 'text/*') return 'text';
    const codec = codecs.find(mediaType);
    if (!codec) continue;
    const version = parameters.get('v') ?? '';
    const isRequested = parameters.get('g') === group && parameters.get('as') === kind;
    if (isRequested && versions.includes(version)) return { codec, version };
  }
  throw notAcceptable(codecs.mediaTypes.toSpliced(standardCodecs.mediaTypes.length, 0, 'text/plain'));
}
