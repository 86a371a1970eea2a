import { type JsonValue, jsonEqual } from '../../apimachinery/meta/index.js';
import type { DefinitionSpec, DefinitionVersion } from './custom-resource-definition.js';

/** The fields of a version that Kubernetes' internal type stores once if they are equal in all versions. */
export type SharedNodes = Pick<
  DefinitionVersion,
  'schema' | 'subresources' | 'additionalPrinterColumns' | 'selectableFields'
>;

export interface SharedForm {
  readonly shared: SharedNodes;
  /** The versions without shared fields. */
  readonly versions: readonly DefinitionVersion[];
}

const sharedNames = ['schema', 'subresources', 'additionalPrinterColumns', 'selectableFields'] as const;

/**
 * Converts a definition to the form that Kubernetes validates, and that its error paths refer to: fields that are equal
 * in all versions, or of the only version, belong to the definition and not to a version.
 */
export function shareNodes({ versions: all }: Pick<DefinitionSpec, 'versions'>): SharedForm {
  const [first, ...others] = all;
  if (first === undefined) return { shared: {}, versions: [] };
  const alike = sharedNames.filter((name) => others.every((other) => isAlike(other[name], first[name])));
  const entries = alike.filter((name) => first[name] !== undefined).map((name) => [name, first[name]]);
  return {
    shared: Object.fromEntries(entries) as SharedNodes,
    versions: all.map((version) => withoutShared(version, alike)),
  };
}

function isAlike(a: unknown, b: unknown): boolean {
  return jsonEqual(a as JsonValue | undefined, b as JsonValue | undefined);
}

function withoutShared(version: DefinitionVersion, names: readonly (typeof sharedNames)[number][]): DefinitionVersion {
  const rest = { ...version };
  for (const name of names) delete rest[name];
  return rest;
}
