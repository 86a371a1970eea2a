import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { JsonSchema } from '../../apimachinery/schema/index.js';
import { splitName, typeFacts } from './facts.js';
import { flatten } from './inlined-fields.js';
import { typeOfKind } from './kinds.js';

/** Descriptions of a type and of its fields. */
type TypeDescriptions = readonly [type: string, fields: Readonly<Record<string, string>>];

type PackageDescriptions = Readonly<Record<string, TypeDescriptions>>;

const undescribed: TypeDescriptions = ['', {}];
const packages = new Map<string, PackageDescriptions>();

/**
 * Returns the upstream description of a field, such as `core/v1.PodSpec` and `nodeName`, without the values that
 * OpenAPI documents append to it; empty if there is none.
 */
export function fieldDescription(type: string, field: string): string {
  const description = descriptionsOf(type)[1][field] ?? '';
  const values = description.indexOf('\n\nPossible enum values:');
  return values < 0 ? description : description.slice(0, values).trimEnd();
}

/** The same for the field at a path of a kind, such as `spec.nodeName`. Throws if there is no such field. */
export function describeField(apiVersion: string, kind: string, path: string): string {
  const names = path.split('.');
  const field = names.pop()!;
  const type = names.reduce(fieldType, typeOfKind(apiVersion, kind) ?? '');
  return fieldDescription(type, field);
}

function fieldType(struct: string, name: string): string {
  const facts = typeFacts(struct);
  const field = facts.form === 'struct' ? flatten(facts).find((candidate) => candidate.name === name) : undefined;
  const type = field?.type.form === 'pointer' ? field.type.of : field?.type;
  if (type?.form !== 'name') throw new Error(`${struct} has no struct in a field ${name}`);
  return type.name;
}

/** Returns a schema with the descriptions of the type and of its fields. */
export function withDescriptions(type: string, schema: JsonSchema): JsonSchema {
  const [description, fields] = descriptionsOf(type);
  const described: JsonSchema = description === '' ? schema : { description, ...schema };
  if (schema.properties === undefined) return described;
  const properties = Object.entries(schema.properties).map(([name, property]) => {
    const text = fields[name];
    return [name, text === undefined ? property : { description: text, ...property }] as const;
  });
  return { ...described, properties: Object.fromEntries(properties) };
}

function descriptionsOf(type: string): TypeDescriptions {
  const [owner, name] = splitName(type);
  let descriptions = packages.get(owner);
  if (descriptions === undefined) {
    descriptions = load(owner);
    packages.set(owner, descriptions);
  }
  return Object.hasOwn(descriptions, name) ? descriptions[name]! : undescribed;
}

/** Loaded lazily per package: a server that publishes no documents does not need them. */
function load(owner: string): PackageDescriptions {
  const root = dirname(createRequire(import.meta.url).resolve('#package.json'));
  const file = join(root, 'lib', 'descriptions', `${owner.replaceAll('/', '.')}.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}
