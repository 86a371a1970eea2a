// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go (v1.36)

import { type JsonValue, jsonEqual } from '../../apimachinery/meta/index.js';
import { KnownExpressions } from '../../apimachinery/rules/index.js';
import { checkStructural, type JsonSchema, type LaterRule } from '../../apimachinery/schema/index.js';
import { FieldPath } from '../../apimachinery/validation/index.js';
import { isCaBundle } from './ca-bundle.js';
import { isEstablished } from './conditions.js';
import type { CustomResourceDefinition, DefinitionSpec } from './custom-resource-definition.js';
import { type SharedNodes, shareNodes } from './shared-nodes.js';
import { someSchema } from './some-schema.js';
import { hasKnownReview } from './validate-conversion.js';
import { maxSelectableFields } from './validate-selectable-fields.js';

/** Validation rules that a definition may violate, because the one that it replaces already does (ratcheting). */
export interface Tolerance {
  /** Schema rules that are not enforced. */
  readonly schemaRules: ReadonlySet<LaterRule>;
  readonly missingSchemas: boolean;
  readonly unknownReviews: boolean;
  readonly invalidCa: boolean;
  /** Existing expressions, which may use features that the previous server version does not support. */
  readonly knownExpressions: KnownExpressions;
  /** Versions with unchanged schemas: the cost of their rules was accepted before. */
  readonly unchangedVersions: ReadonlySet<string>;
  /** Versions, or '' for all of them, that may exceed the limit of selectable fields. */
  readonly manySelectableFields: ReadonlySet<string>;
}

/** All rules apply to a new definition, except for the CA bundle of a webhook that is not called yet. */
export const forNewDefinition: Tolerance = {
  schemaRules: new Set(),
  missingSchemas: false,
  unknownReviews: false,
  invalidCa: true,
  knownExpressions: KnownExpressions.none,
  unchangedVersions: new Set(),
  manySelectableFields: new Set(),
};

/** For the update of a definition that violates no rules: cheap, and nearly always correct. */
export function forSoundReplacement(definition: CustomResourceDefinition, old: CustomResourceDefinition): Tolerance {
  return {
    ...forNewDefinition,
    invalidCa: mayHaveInvalidCa(old),
    knownExpressions: KnownExpressions.of(schemasOf(old.spec)),
    unchangedVersions: unchangedVersions(definition.spec, old.spec),
  };
}

/** For the update of any definition. */
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

/** Pruning, defaults and Kubernetes' schema extensions always require structural schemas. */
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

/** The webhook of an established definition is called, so its CA bundle must be valid, unless it was invalid before. */
function mayHaveInvalidCa(old: CustomResourceDefinition): boolean {
  if (!isEstablished(old)) return true;
  const { caBundle = '' } = old.spec.conversion?.webhook?.clientConfig ?? {};
  return caBundle !== '' && !isCaBundle(caBundle);
}

const separateRules: readonly LaterRule[] = ['types', 'prunedDefaults', 'atomicSetItems', 'presentMapKeys'];

/**
 * A rule is violated if checking it finds more errors than not checking it. Defaults are only checked in structural
 * schemas.
 */
function brokenRules(schemas: readonly JsonSchema[]): Set<LaterRule> {
  const faults = (tolerated: readonly LaterRule[]) =>
    schemas.flatMap((schema) => checkStructural(schema, FieldPath.root, { tolerated: new Set(tolerated) })).length;
  const least = faults(separateRules);
  const broken = separateRules.filter((rule) => faults(separateRules.filter((other) => other !== rule)) > least);
  return new Set(least > faults([...separateRules, 'structure']) ? [...broken, 'structure'] : broken);
}

function unchangedExcess(spec: DefinitionSpec, old: DefinitionSpec): Set<string> {
  const [now, before] = [nodesByVersion(spec), nodesByVersion(old)];
  const names = [...now.keys()].filter((name) => {
    const fields = before.get(name)?.selectableFields ?? [];
    return fields.length > maxSelectableFields && isEqual(now.get(name)?.selectableFields, fields);
  });
  return new Set(names);
}

function nodesByVersion(spec: DefinitionSpec): Map<string, SharedNodes> {
  const { shared, versions } = shareNodes(spec);
  return new Map([['', shared], ...versions.map((version): [string, SharedNodes] => [version.name, version])]);
}
