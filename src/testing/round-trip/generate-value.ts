import { formatTime, type JsonObject, type JsonValue } from '../../apimachinery/meta/index.js';
import type { JsonSchema } from '../../apimachinery/schema/index.js';
import type { SeededRandom } from './seeded-random.js';

/** How likely an optional field is set. */
const likelihood = 0.7;
const letters = [...'abcdefghijklmnopqrstuvwxyz'];
/** What conversions confuse: empty, long, not ASCII, and like another type. */
const unusualTexts = ['', 'true', '0', 'null', ' ', 'é', '日本', '"', '\\', 'a'.repeat(70)];

/**
 * A value that the schema allows, as far as types, required fields, enums, lengths and bounds say. Patterns and
 * combinations (`oneOf`, `not`, …) are not considered.
 */
export function generateValue(schema: JsonSchema, random: SeededRandom): JsonValue {
  const { enum: members, nullable = false } = schema;
  if (nullable && random.chance(0.1)) return null;
  if (members) return structuredClone(random.pick(members)) as JsonValue;
  if (schema['x-kubernetes-int-or-string']) return random.chance(0.5) ? random.between(0, 100) : text({}, random);
  switch (schema.type) {
    case 'boolean':
      return random.chance(0.5);
    case 'integer':
      return random.between(...bounds(schema));
    case 'number': {
      const [least, most] = bounds(schema);
      return least + random.fraction() * (most - least);
    }
    case 'string':
      return text(schema, random);
    case 'array':
      return array(schema, random);
    default:
      return object(schema, random);
  }
}

function bounds({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: JsonSchema): [number, number] {
  const least = Number(minimum ?? (maximum === undefined ? -1000 : Number(maximum) - 1000));
  const most = Number(maximum ?? least + 2000);
  return [least + (exclusiveMinimum ? 1 : 0), most - (exclusiveMaximum ? 1 : 0)];
}

function text({ format, minLength = 0, maxLength = 70 }: JsonSchema, random: SeededRandom): string {
  if (format === 'date-time') return formatTime(random.between(0, 4_000_000_000) * 1000);
  const fits = (value: string): boolean => [...value].length >= minLength && [...value].length <= maxLength;
  const unusual = unusualTexts.filter(fits);
  if (format === undefined && unusual.length > 0 && random.chance(0.3)) return random.pick(unusual);
  return word(random, minLength, Math.min(maxLength, minLength + 9));
}

/** A text of lower-case letters. */
export function word(random: SeededRandom, minLength = 1, maxLength = 10): string {
  return Array.from({ length: random.between(minLength, maxLength) }, () => random.pick(letters)).join('');
}

function array({ items = {}, minItems = 0, maxItems = 3 + minItems, ...schema }: JsonSchema, random: SeededRandom) {
  const length = random.between(minItems, Math.min(maxItems, minItems + 3));
  const values = Array.from({ length }, () => generateValue(items, random));
  const isSet = schema.uniqueItems || ['set', 'map'].includes(schema['x-kubernetes-list-type'] ?? '');
  if (!isSet) return values;
  const keys = schema['x-kubernetes-list-map-keys'];
  return [...new Map(values.map((value) => [identity(value, keys), value])).values()];
}

/** Values with the same identity cannot be in one list. */
function identity(value: JsonValue, keys: readonly string[] | undefined): string {
  const fields = value as JsonObject;
  return JSON.stringify(keys ? keys.map((key) => fields[key] ?? null) : value);
}

function object(schema: JsonSchema, random: SeededRandom): JsonObject {
  const { properties = {}, required = [], additionalProperties } = schema;
  const set = Object.entries(properties).filter(([name]) => required.includes(name) || random.chance(likelihood));
  const known = set.map(([name, property]) => [name, generateValue(property, random)] as const);
  const more = typeof additionalProperties === 'object' ? random.between(schema.minProperties ?? 0, 3) : 0;
  const added = Array.from({ length: more }, () => {
    return [word(random), generateValue(additionalProperties as JsonSchema, random)] as const;
  });
  return Object.fromEntries([...known, ...added]);
}
