import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { JsonSchema } from '../../apimachinery/schema/index.js';
import type { CustomResourceDefinition, DefinitionVersion } from './custom-resource-definition.js';

type VersionSchema = NonNullable<DefinitionVersion['schema']>;

const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';
/** Shorter texts are kept as they are. */
const leastCompressedLength = 4096;

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
  const text = JSON.stringify(schema);
  const kept = text.length < leastCompressedLength ? text : deflateRawSync(text, { level: 1 });
  let parsed: WeakRef<JsonSchema> | undefined;
  // An own property, so that definitions are compared and encoded as if they had been parsed; frozen, so that the
  // informer does not read it when it compares versions.
  return Object.freeze({
    get openAPIV3Schema(): JsonSchema {
      const known = parsed?.deref();
      if (known) return known;
      const read: JsonSchema = JSON.parse(typeof kept === 'string' ? kept : inflateRawSync(kept).toString());
      parsed = new WeakRef(read);
      return read;
    },
  });
}
