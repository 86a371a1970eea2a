import { type JsonValue, jsonEqual } from '../../apimachinery/meta/index.js';
import { checkStructural, type JsonSchema, type LaterRule } from '../../apimachinery/schema/index.js';
import { FieldPath } from '../../apimachinery/validation/index.js';
import { KnownExpressions } from '../rules/index.js';
import { isCaBundle } from './ca-bundle.js';
import { isEstablished } from './conditions.js';
import type { CustomResourceDefinition, DefinitionSpec } from './custom-resource-definition.js';
import { type SharedParts, shareParts } from './shared-parts.js';
import { someSchema } from './some-schema.js';
import { hasKnownReview } from './validate-conversion.js';
import { maxSelectableFields } from './validate-selectable-fields.js';

/** What the rules for a definition depend on beside itself: on what it replaces, which may break some of them already. */
export interface Tolerance {
  /** Of the rules for schemas, those that need not be kept. */
  readonly schemaRules: ReadonlySet<LaterRule>;
  readonly missingSchemas: boolean;
  readonly unknownReviews: boolean;
  readonly invalidCa: boolean;
  /** Expressions that may use what the previous version of the server does not understand. */
  readonly knownExpressions: KnownExpressions;
  /** Versions whose schemas are what they were: what their rules cost was accepted once. */
  readonly unchangedVersions: ReadonlySet<string>;
  /** Versions, or '' for all of them, that may have more selectable fields than are allowed. */
  readonly manySelectableFields: ReadonlySet<string>;
}

/** A new definition keeps all rules, but for the certificates of a webhook that nobody asks yet. */
export const forNewDefinition: Tolerance = {
  schemaRules: new Set(),
  missingSchemas: false,
  unknownReviews: false,
  invalidCa: true,
  knownExpressions: KnownExpressions.none,
  unchangedVersions: new Set(),
  manySelectableFields: new Set(),
};

/** For a definition that replaces an old one that keeps the rules; a cheap guess, which is right nearly always. */
export function forSoundReplacement(definition: CustomResourceDefinition, old: CustomResourceDefinition): Tolerance {
  return {
    ...forNewDefinition,
    invalidCa: mayHaveInvalidCa(old),
    knownExpressions: KnownExpressions.of(schemasOf(old.spec)),
    unchangedVersions: unchangedVersions(definition.spec, old.spec),
  };
}

/** For a definition that replaces any old one. */
export function forReplacement(definition: CustomResourceDefinition, old: CustomResourceDefinition): Tolerance {
  const reviews = old.spec.conversion?.webhook?.conversionReviewVersions ?? [];
  const schemaRules = brokenRules(schemasOf(old.spec));
  if (needsStructure(definition.spec)) schemaRules.delete('structure');
  return {
    ...forSoundReplacement(definition, old),
    schemaRules,
    missingSchemas: old.spec.versions.some(({ schema }) => schema?.openAPIV3Schema === undefined),
    unknownReviews: reviews.length > 0 && !hasKnownReview(reviews),
    manySelectableFields: unchangedExcess(definition.spec, old.spec),
  };
}

export function schemasOf({ versions }: Pick<DefinitionSpec, 'versions'>): JsonSchema[] {
  return versions.flatMap(({ schema }) => schema?.openAPIV3Schema ?? []);
}

export function hasDefaults(schema: JsonSchema): boolean {
  return someSchema(schema, (part) => part.default !== undefined);
}

const extensions = [
  'x-kubernetes-embedded-resource',
  'x-kubernetes-preserve-unknown-fields',
  'x-kubernetes-int-or-string',
  'x-kubernetes-list-map-keys',
  'x-kubernetes-list-type',
  'x-kubernetes-validations',
] as const;

/** Pruning, defaults and what Kubernetes adds to schemas need structural ones, whatever there was before. */
function needsStructure(spec: DefinitionSpec): boolean {
  if (!spec.preserveUnknownFields) return true;
  const isExtended = (part: JsonSchema) => extensions.some((keyword) => part[keyword] !== undefined);
  return schemasOf(spec).some((schema) => hasDefaults(schema) || someSchema(schema, isExtended));
}

function unchangedVersions(spec: DefinitionSpec, old: DefinitionSpec): Set<string> {
  const before = new Map(old.versions.map(({ name, schema }) => [name, schema?.openAPIV3Schema]));
  const unchanged = spec.versions.filter(
    ({ name, schema }) => before.has(name) && isEqual(schema?.openAPIV3Schema, before.get(name)),
  );
  return new Set(unchanged.map(({ name }) => name));
}

function isEqual(a: unknown, b: unknown): boolean {
  return jsonEqual(a as JsonValue | undefined, b as JsonValue | undefined);
}

/** Once a definition is established its webhook is asked, and must have certificates, unless it never had. */
function mayHaveInvalidCa(old: CustomResourceDefinition): boolean {
  if (!isEstablished(old)) return true;
  const { caBundle = '' } = old.spec.conversion?.webhook?.clientConfig ?? {};
  return caBundle !== '' && !isCaBundle(caBundle);
}

const rulesOfParts: readonly LaterRule[] = ['types', 'prunedDefaults', 'atomicSetItems', 'presentMapKeys'];

/** A rule is broken if the schemas have more faults with it than without. Defaults are only looked at in structural ones. */
function brokenRules(schemas: readonly JsonSchema[]): Set<LaterRule> {
  const faults = (tolerated: readonly LaterRule[]) =>
    schemas.flatMap((schema) => checkStructural(schema, FieldPath.root, { tolerated: new Set(tolerated) })).length;
  const least = faults(rulesOfParts);
  const broken = rulesOfParts.filter((rule) => faults(rulesOfParts.filter((other) => other !== rule)) > least);
  return new Set(least > faults([...rulesOfParts, 'structure']) ? [...broken, 'structure'] : broken);
}

function unchangedExcess(spec: DefinitionSpec, old: DefinitionSpec): Set<string> {
  const [now, before] = [partsByVersion(spec), partsByVersion(old)];
  const names = [...now.keys()].filter((name) => {
    const fields = before.get(name)?.selectableFields ?? [];
    return fields.length > maxSelectableFields && isEqual(now.get(name)?.selectableFields, fields);
  });
  return new Set(names);
}

function partsByVersion(spec: DefinitionSpec): Map<string, SharedParts> {
  const { shared, versions } = shareParts(spec);
  return new Map([['', shared], ...versions.map((version): [string, SharedParts] => [version.name, version])]);
}
