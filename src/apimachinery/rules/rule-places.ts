// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go (v1.36)
// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/model/schemas.go (v1.36)

import { celTypeOfSchema, type DeclaredType, escapeIdentifier } from '../cel/index.js';
import type { JsonSchema, ValidationRule } from '../schema/index.js';
import type { FieldPath } from '../validation/index.js';
import { type Occurrences, occurrencesInside } from './rule-costs.js';

/** A schema node with rules, and its context. */
export interface RulePlace {
  readonly schema: JsonSchema;
  readonly rules: readonly ValidationRule[];
  /** Path of the schema node. */
  readonly path: FieldPath;
  /** Type of the values; undefined if expressions cannot access them. */
  readonly self: DeclaredType | undefined;
  readonly occurrences: Occurrences;
  /** The closest ancestor whose children cannot be correlated with old values: rules inside it cannot use oldSelf. */
  readonly uncorrelatable: FieldPath | undefined;
}

/** Returns the nodes of a structural schema that have rules, innermost first. */
export function rulePlaces(schema: JsonSchema, path: FieldPath): RulePlace[] {
  const places: RulePlace[] = [];
  const root = { schema, path, isResource: true, outer: undefined, occurrences: 1, uncorrelatable: undefined };
  collect(root, places);
  return places;
}

interface Node extends Pick<RulePlace, 'schema' | 'path' | 'occurrences' | 'uncorrelatable'> {
  readonly isResource: boolean;
  /** Its type within that of the parent; undefined if no rule on a parent required one. */
  readonly outer: DeclaredType | undefined;
}

function collect(node: Node, places: RulePlace[]): void {
  const { schema, path, isResource, occurrences, uncorrelatable } = node;
  const rules = schema['x-kubernetes-validations'] ?? [];
  const self = node.outer ?? (rules.length > 0 ? celTypeOfSchema(schema, { isResourceRoot: isResource }) : undefined);
  for (const child of children(node, self)) collect(child, places);
  if (rules.length > 0) places.push({ schema, rules, path, self, occurrences, uncorrelatable });
}

function children({ schema, path, occurrences, uncorrelatable }: Node, self: DeclaredType | undefined): Node[] {
  const { items, additionalProperties, properties = {} } = schema;
  const inside = occurrencesInside(schema, occurrences);
  const child = (part: JsonSchema, place: FieldPath, outer: DeclaredType | undefined): Node => {
    const isResource = part['x-kubernetes-embedded-resource'] === true;
    return { schema: part, path: place, isResource, outer, occurrences: inside, uncorrelatable };
  };
  const below = (node: Node): Node =>
    isCorrelatable(schema) ? node : { ...node, uncorrelatable: uncorrelatable ?? path };
  const nodes = Object.entries(properties).map(([name, property]) =>
    below(child(property, path.child('properties').key(name), self?.fields?.get(escapeIdentifier(name) ?? ''))),
  );
  if (typeof additionalProperties === 'object') {
    nodes.push(child(additionalProperties, path.child('additionalProperties'), self?.element));
  }
  if (items !== undefined) nodes.push(below(child(items, path.child('items'), self?.element)));
  return nodes;
}

const correlatableMaps: ReadonlySet<string | undefined> = new Set([undefined, 'granular', 'atomic']);

/** Children of objects are correlated by name, list items only by keys. */
function isCorrelatable(schema: JsonSchema): boolean {
  if (schema.items !== undefined) return schema['x-kubernetes-list-type'] === 'map';
  return correlatableMaps.has(schema['x-kubernetes-map-type']);
}
