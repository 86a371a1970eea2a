// Follows pkg/controlplane/import_known_versions.go (v1.36)

import { formatGroupVersion, type JsonObject, parseGroupVersion } from '../../apimachinery/meta/index.js';
import { shapeFormer } from '../types/index.js';
import { type Upgrade, upgrades } from './upgrades.js';

/**
 * Converts an object of a version that is not served any more, in place, to the version of today; leaves others alone.
 * Sets the defaults of the former version that differ from today's. Returns whether today's defaults are to be applied.
 */
export function upgradeFormer(object: JsonObject): boolean {
  const { apiVersion, kind } = object;
  if (typeof apiVersion !== 'string' || typeof kind !== 'string') return true;
  if (!shapeFormer(object, apiVersion, kind)) return true;
  find(apiVersion, kind)?.(object);
  object['apiVersion'] = versionOfToday(apiVersion, kind);
  // Its ports had no default protocol.
  return apiVersion !== 'extensions/v1beta1' || kind !== 'NetworkPolicy';
}

function find(apiVersion: string, kind: string): Upgrade | undefined {
  const ofVersion = Object.hasOwn(upgrades, apiVersion) ? upgrades[apiVersion] : undefined;
  return ofVersion && Object.hasOwn(ofVersion, kind) ? ofVersion[kind] : undefined;
}

const networkKinds = new Set(['Ingress', 'NetworkPolicy']);

function versionOfToday(apiVersion: string, kind: string): string {
  const { group } = parseGroupVersion(apiVersion);
  const today = group !== 'extensions' ? group : networkKinds.has(kind) ? 'networking.k8s.io' : 'apps';
  return formatGroupVersion({ group: today, version: 'v1' });
}
