// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/customresource_handler.go (v1.36)

import { compareVersions } from '../../apimachinery/meta/index.js';
import type { CustomResourceDefinition, DefinitionVersion } from '../definition/index.js';

/** Returns the warning for clients of a version; undefined: none. */
export function deprecationWarning(
  { spec }: CustomResourceDefinition,
  { name, deprecated, deprecationWarning: own }: DefinitionVersion,
): string | undefined {
  if (!deprecated) return undefined;
  if (own !== undefined) return own;
  const { group, names, versions } = spec;
  const [better] = versions
    .filter((version) => version.served && !version.deprecated)
    .map((version) => version.name)
    .filter((other) => compareVersions(other, name) < 0)
    .sort(compareVersions);
  const advice = better === undefined ? '' : `; use ${group}/${better} ${names.kind}`;
  return `${group}/${name} ${names.kind} is deprecated${advice}`;
}
