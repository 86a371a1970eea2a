import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { decodeJson, encodeJson, unpooled } from '../../apimachinery/codec/index.js';
import type { JsonValue } from '../../apimachinery/meta/index.js';
import type { JsonSchema } from '../../apimachinery/schema/index.js';
import type { CustomResourceDefinition, DefinitionVersion } from './custom-resource-definition.js';

type VersionSchema = NonNullable<DefinitionVersion['schema']>;

const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';
/** Shorter ones are kept as they are. */
const leastCompressedLength = 1024;
/** What is stored was small enough. */
const anySize = { maxBytes: Number.POSITIVE_INFINITY };

/**
 * Returns a copy of a definition for caches: without managed fields and the last applied configuration, which are often
 * larger than the rest, and with schemas as compressed text, which is parsed when it is read. An unchanged definition
 * shares the texts of `former`.
 */
export function compactDefinition(
  definition: CustomResourceDefinition,
  former?: CustomResourceDefinition,
): CustomResourceDefinition {
  const { spec, metadata } = definition;
  const isUnchanged =
    former !== undefined &&
    former.metadata.generation !== undefined &&
    former.metadata.generation === metadata.generation &&
    former.metadata.uid === metadata.uid;
  return {
    ...definition,
    metadata: withoutBallast(metadata),
    spec: isUnchanged ? former.spec : { ...spec, versions: spec.versions.map(compactVersion) },
  };
}

function withoutBallast({ managedFields: _, ...metadata }: CustomResourceDefinition['metadata']) {
  if (metadata.annotations?.[lastApplied] === undefined) return metadata;
  const { [lastApplied]: __, ...annotations } = metadata.annotations;
  return { ...metadata, annotations };
}

function compactVersion(version: DefinitionVersion): DefinitionVersion {
  const { openAPIV3Schema } = version.schema ?? {};
  return openAPIV3Schema ? { ...version, schema: compactSchema(openAPIV3Schema) } : version;
}

/** The parsed schema stays in memory as long as it is used elsewhere. */
function compactSchema(schema: JsonSchema): VersionSchema {
  const bytes = encodeJson(schema as JsonValue);
  const isCompressed = bytes.length >= leastCompressedLength;
  const kept = unpooled(isCompressed ? deflateRawSync(bytes, { level: 1 }) : bytes);
  let parsed: WeakRef<JsonSchema> | undefined;
  // An own property, so that definitions are compared and encoded as if they had been parsed; frozen, so that the
  // informer does not read it when it compares versions.
  return Object.freeze({
    get openAPIV3Schema(): JsonSchema {
      const known = parsed?.deref();
      if (known) return known;
      const read = decodeJson(isCompressed ? inflateRawSync(kept) : kept, anySize) as JsonSchema;
      parsed = new WeakRef(read);
      return read;
    },
  });
}
