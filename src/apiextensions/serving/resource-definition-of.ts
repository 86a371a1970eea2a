// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/customresource_handler.go (v1.36)
// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/registry/customresource/etcd.go (v1.36)

import { systemClock } from '../../apimachinery/clock/index.js';
import { compareVersions } from '../../apimachinery/meta/index.js';
import type { JsonSchema } from '../../apimachinery/schema/index.js';
import type { ConvertAll } from '../../apimachinery/scheme/index.js';
import {
  type ResourceDefinition,
  type ResourceVersion,
  type Subresources,
  unsupportedField,
} from '../../server/registry/index.js';
import {
  type CustomResourceDefinition,
  type DefinitionNames,
  type DefinitionVersion,
  storageVersionOf,
} from '../definition/index.js';
import { unstructuredDialect, unstructuredScale } from '../dialect/index.js';
import { customStrategies } from './custom-strategies.js';
import { deprecationWarning } from './deprecation.js';
import { printerColumns, scaleColumns } from './printer-columns.js';

interface CustomResourceOptions {
  /** Converts objects between versions. Unset: only apiVersion changes. */
  readonly convertAll?: ConvertAll;
  readonly now?: () => number;
}

/** Returns the resource that a CustomResourceDefinition defines. Cheap: nothing is compiled before its first use. */
export function resourceDefinitionOf(
  definition: CustomResourceDefinition,
  { convertAll, now = systemClock.now }: CustomResourceOptions = {},
): ResourceDefinition {
  const { spec } = definition;
  const { kind, plural, singular, listKind, shortNames, categories } = servedNames(definition);
  const versions = [...spec.versions].sort((a, b) => compareVersions(a.name, b.name));
  const storageVersion = storageVersionOf(definition);
  return {
    kind,
    plural,
    ...(singular && { singular }),
    ...(listKind && { listKind }),
    ...(shortNames && { shortNames }),
    ...(categories && { categories }),
    scope: spec.scope,
    dialect: unstructuredDialect,
    fieldProblem: unsupportedField,
    workingVersion: 'request',
    ...(storageVersion !== undefined && { storageVersion }),
    ...(convertAll && { convertAll }),
    versions: Object.fromEntries(
      versions.map((version) => [version.name, resourceVersionOf(definition, version, now)]),
    ),
  };
}

/** The accepted names; before they are decided, the wanted ones. */
function servedNames({ spec, status }: CustomResourceDefinition): DefinitionNames {
  return status?.acceptedNames?.plural ? status.acceptedNames : spec.names;
}

function resourceVersionOf(
  definition: CustomResourceDefinition,
  version: DefinitionVersion,
  now: () => number,
): ResourceVersion {
  const { served, selectableFields = [], additionalPrinterColumns } = version;
  const warning = deprecationWarning(definition, version);
  const { main, status } = customStrategies(version, {
    group: definition.spec.group,
    kind: servedNames(definition).kind,
  });
  return {
    served,
    /** Parsed when it is read: most resources are never written to. */
    get schema() {
      return schemaOf(definition, version);
    },
    strategy: main,
    subresources: subresourcesOf(version, { status, now }),
    selectableFields: selectableFields.map(({ jsonPath }) => fieldOf(jsonPath)),
    columns: printerColumns(additionalPrinterColumns, now),
    ...(warning !== undefined && { deprecationWarning: warning }),
  };
}

/** Definitions that predate structural schemas preserve unknown fields. */
function schemaOf({ spec }: CustomResourceDefinition, { schema }: DefinitionVersion): JsonSchema | undefined {
  const { openAPIV3Schema } = schema ?? {};
  if (!spec.preserveUnknownFields || !openAPIV3Schema) return openAPIV3Schema;
  return { ...openAPIV3Schema, 'x-kubernetes-preserve-unknown-fields': true };
}

const partVerbs = ['get', 'patch', 'update'] as const;

function subresourcesOf(
  { subresources = {} }: DefinitionVersion,
  { status: strategy, now }: { status: ReturnType<typeof customStrategies>['status']; now: () => number },
): Subresources {
  const { status, scale } = subresources;
  return {
    ...(status && { status: { verbs: partVerbs, strategy } }),
    ...(scale && {
      scale: {
        verbs: partVerbs,
        paths: {
          specReplicas: fieldOf(scale.specReplicasPath),
          statusReplicas: fieldOf(scale.statusReplicasPath),
          ...(scale.labelSelectorPath && { labelSelector: fieldOf(scale.labelSelectorPath) }),
        },
        columns: scaleColumns(now),
        ...unstructuredScale,
      },
    }),
  };
}

/** Definitions write paths with a leading dot. */
function fieldOf(path: string): string {
  return path.replace(/^\./, '');
}
