import { cloneJson, type JsonObject, type JsonValue } from '../../apimachinery/meta/index.js';
import { applyDefinitionDefaults } from './defaults.js';
import { shapeDefinition } from './shape.js';

export interface WidgetsOptions {
  readonly group?: string;
  readonly metadata?: JsonObject;
  readonly names?: JsonObject;
  readonly spec?: JsonObject;
  /** Fields of the only version, unless `versions` is set. */
  readonly version?: JsonObject;
  readonly versions?: JsonValue;
  readonly schema?: JsonObject;
}

/** A definition as a client sends it. */
export function widgets(options: WidgetsOptions = {}): JsonObject {
  const {
    group = 'example.com',
    metadata = {},
    names = {},
    spec = {},
    version = {},
    schema = { type: 'object' },
  } = options;
  const only = { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema }, ...version };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `widgets.${group}`, ...metadata },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList', ...names },
      versions: options.versions ?? [only],
      ...spec,
    },
  };
}

/** The same definition as the strategy receives it. */
export function received(object: JsonObject): JsonObject {
  const copy = cloneJson(object);
  shapeDefinition(copy);
  applyDefinitionDefaults(copy);
  return copy;
}
