import { isDeepStrictEqual } from 'node:util';
import { formatTime, type JsonObject } from '../../apimachinery/meta/index.js';
import { type GroupDefinition, Resource } from '../../server/registry/index.js';
import { generateValue, word } from './generate-value.js';
import { SeededRandom } from './seeded-random.js';

/** What an object is generated for. */
export interface GenerationTarget {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly isNamespaced: boolean;
}

/** Options of `checkRoundTrips`. */
export interface RoundTripOptions {
  /** The same seed generates the same objects. Unset: 1. */
  readonly seed?: number;
  /** Objects for each version of each resource. Unset: 200. */
  readonly count?: number;
  /** Makes a generated object valid where the schema alone does not; may change it in place. */
  readonly adjust?: (object: JsonObject, target: GenerationTarget) => JsonObject;
}

/**
 * Converts generated objects of every version to every other version and back, and throws if one has changed: a
 * conversion that loses something loses what clients of the other version have written. Defaults are applied first.
 * Returns the number of round trips.
 */
export async function checkRoundTrips(
  { name: group, resources }: GroupDefinition,
  { seed = 1, count = 200, adjust = (object) => object }: RoundTripOptions = {},
): Promise<number> {
  const random = new SeededRandom(seed);
  let trips = 0;
  for (const definition of resources) {
    const resource = new Resource(group, definition);
    const versions = Object.keys(definition.versions);
    for (const version of versions) {
      for (let index = 0; index < count; index++) {
        const object = adjust(generateObject(resource, version, random), targetOf(resource, version));
        resource.kind.applyDefaults(object);
        for (const other of versions) {
          if (other === version) continue;
          await checkRoundTrip(resource, object, { version, other, seed });
          trips++;
        }
      }
    }
  }
  return trips;
}

function targetOf({ group, definition, isNamespaced }: Resource, version: string): GenerationTarget {
  return { group, version, kind: definition.kind, isNamespaced };
}

/** An object with metadata, and the fields that the schema of the version allows. */
function generateObject(resource: Resource, version: string, random: SeededRandom): JsonObject {
  const { schema = {}, emptyFields = {} } = resource.definition.versions[version]!;
  const { apiVersion: _version, kind: _kind, metadata: _metadata, ...fields } = schema.properties ?? {};
  const content = generateValue({ ...schema, type: 'object', properties: fields }, random);
  return {
    apiVersion: resource.apiVersion(version),
    kind: resource.definition.kind,
    metadata: {
      name: word(random),
      ...(resource.isNamespaced && { namespace: word(random) }),
      uid: word(random, 36, 36),
      resourceVersion: String(random.between(1, 1_000_000)),
      creationTimestamp: formatTime(random.between(0, 4_000_000_000) * 1000),
      ...(random.chance(0.5) && { labels: { [word(random)]: word(random) } }),
      ...(random.chance(0.5) && { annotations: { [word(random)]: word(random) } }),
    },
    ...structuredClone(emptyFields),
    ...(content as JsonObject),
  };
}

async function checkRoundTrip(
  { kind }: Resource,
  object: JsonObject,
  { version, other, seed }: { version: string; other: string; seed: number },
): Promise<void> {
  const converted = await kind.convert(structuredClone(object), other);
  const back = await kind.convert(structuredClone(converted), version);
  if (isDeepStrictEqual(back, object)) return;
  const states = [object, converted, back].map((state) => JSON.stringify(state));
  throw new Error(
    `${kind.kind} changes from ${version} to ${other} and back (seed ${seed}):\n  ${states.join('\n  ')}`,
  );
}
