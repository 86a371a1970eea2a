// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1/defaults.go (v1.36)

import { isJsonObject, type JsonObject } from '../../apimachinery/meta/index.js';

/** Applies defaults to a decoded definition, in place. */
export function applyDefinitionDefaults(object: JsonObject): void {
  const { spec, status } = object;
  if (!isJsonObject(spec)) return;
  if (isJsonObject(spec['names'])) defaultNames(spec['names']);
  spec['conversion'] ??= { strategy: 'None' };
  defaultPort(spec['conversion'] as JsonObject);
  if (isJsonObject(status)) defaultStoredVersions(spec, status);
}

function defaultNames(names: JsonObject): void {
  const { kind, singular, listKind } = names;
  if (typeof kind !== 'string' || kind === '') return;
  if (!singular) names['singular'] = kind.toLowerCase();
  if (!listKind) names['listKind'] = `${kind}List`;
}

function defaultPort({ webhook }: JsonObject): void {
  const clientConfig = isJsonObject(webhook) ? webhook['clientConfig'] : undefined;
  const service = isJsonObject(clientConfig) ? clientConfig['service'] : undefined;
  if (isJsonObject(service)) service['port'] ??= 443;
}

function defaultStoredVersions(spec: JsonObject, status: JsonObject): void {
  const { storedVersions } = status;
  if (Array.isArray(storedVersions) && storedVersions.length > 0) return;
  const name = storageVersionName(spec);
  if (name !== undefined) status['storedVersions'] = [name];
}

/** Returns the first version that is marked as storage version. */
export function storageVersionName({ versions }: JsonObject): string | undefined {
  if (!Array.isArray(versions)) return undefined;
  const stored = (versions as JsonObject[]).find(({ storage }) => storage === true);
  return stored === undefined ? undefined : String(stored['name']);
}
