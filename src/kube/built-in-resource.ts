import { formatGroupVersion, type JsonObject, parseGroupVersion } from '../apimachinery/meta/index.js';
import { defineResource, type ResourceDefinition, type Strategy, type TableColumn } from '../server/registry/index.js';
import type { Column } from './printing/index.js';
import { builtInVersion, describeField, type VersionOptions } from './types/index.js';

/** The definition of a resource and of its versions. */
export interface BuiltInResource<Type>
  extends Omit<ResourceDefinition<Type>, 'kind' | 'versions'>,
    Pick<
      VersionOptions<Type>,
      'applyDefaults' | 'contentAnnotations' | 'deprecation' | 'introduced' | 'rowConditions' | 'rowOrder'
    > {
  readonly columns?: readonly Column<Type>[];
  /** Less preferred versions: what they have besides the columns and defaults of the first one. */
  readonly otherVersions?: Readonly<Record<string, VersionOptions>>;
  /** Strategies of the resource and of its status subresource. */
  readonly strategies?: { readonly main: Strategy<Type>; readonly status: Strategy<Type> };
}

/** Verbs of a subresource that serves the whole object. */
export const objectVerbs = ['get', 'patch', 'update'] as const;

/** Defines the resource of a built-in kind: `builtInResource<Lease>('coordination.k8s.io/v1', 'Lease', { … })`. */
export function builtInResource<Type extends JsonObject = JsonObject>(
  apiVersion: string,
  kind: string,
  definition: BuiltInResource<Type>,
): ResourceDefinition {
  const { columns, applyDefaults, contentAnnotations, rowConditions, rowOrder, ...more } = definition;
  const { introduced, deprecation, otherVersions = {}, strategies, subresources, ...rest } = more;
  const shared: VersionOptions<Type> = {
    ...(columns && { columns }),
    ...(applyDefaults && { applyDefaults }),
    ...(contentAnnotations && { contentAnnotations }),
    ...(rowConditions && { rowConditions }),
    ...(rowOrder && { rowOrder }),
  };
  const { group, version } = parseGroupVersion(apiVersion);
  const first = { ...(introduced !== undefined && { introduced }), ...(deprecation && { deprecation }) };
  const versions = Object.entries({ [version]: first, ...otherVersions }).map(([name, own]) => {
    const options = { ...shared, ...own };
    const described = options.columns?.map((column) => describe(column, apiVersion, kind));
    const named = formatGroupVersion({ group, version: name });
    return [name, builtInVersion(named, kind, { ...options, ...(described && { columns: described }) })];
  });
  return defineResource<Type>({
    kind,
    ...rest,
    versions: Object.fromEntries(versions),
    ...(strategies && { strategy: strategies.main }),
    subresources: {
      ...(strategies && { status: { verbs: objectVerbs, strategy: strategies.status } }),
      ...subresources,
    },
  });
}

/** The description of a field is that of the first version, as in upstream. */
function describe<Type>({ field, ...column }: Column<Type>, apiVersion: string, kind: string): TableColumn<Type> {
  return field === undefined ? column : { ...column, description: () => describeField(apiVersion, kind, field) };
}
