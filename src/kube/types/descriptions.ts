import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { JsonSchema } from '../../apimachinery/schema/index.js';
import { splitName } from './facts.js';

/** The description of a type, and those of its fields. */
type TypeDescriptions = readonly [type: string, fields: Readonly<Record<string, string>>];

type PackageDescriptions = Readonly<Record<string, TypeDescriptions>>;

const undescribed: TypeDescriptions = ['', {}];
const packages = new Map<string, PackageDescriptions>();

/** What Kubernetes' documentation says of a field: of `core/v1.PodSpec` and `nodeName`; empty if it says nothing. */
export function descriptionOf(type: string, field: string): string {
  return descriptionsOf(type)[1][field] ?? '';
}

/** The schema of a type with the descriptions of the type and of its fields. */
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

/** Read with the first use of the package: a server that publishes no documents has no need of them. */
function load(owner: string): PackageDescriptions {
  const root = dirname(createRequire(import.meta.url).resolve('trestle/package.json'));
  const file = join(root, 'lib', 'descriptions', `${owner.replaceAll('/', '.')}.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}
