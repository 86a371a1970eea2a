import type { Informer } from '../client/informer/index.js';
import type {
  ConditionChange,
  CustomResourceDefinition,
  DefinitionSpec,
  DefinitionStatus,
} from './definition/index.js';
import { setCondition } from './definition/index.js';

export const now = Date.UTC(2026, 0, 31, 12);

export const acceptedNames: ConditionChange = { type: 'NamesAccepted', status: 'True', reason: 'NoConflicts' };
export const established: ConditionChange = { type: 'Established', status: 'True', reason: 'InitialNamesAccepted' };
export const terminating: ConditionChange = { type: 'Terminating', status: 'True' };

const names = { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' };

interface Given {
  readonly spec?: Partial<DefinitionSpec>;
  readonly status?: Partial<DefinitionStatus>;
  readonly conditions?: readonly ConditionChange[];
  readonly annotations?: Readonly<Record<string, string>>;
  readonly generation?: number;
}

/** Widgets of example.com, by default in v1. Its names are accepted. */
export function definitionOf(given: Given = {}): CustomResourceDefinition {
  const { annotations = {}, conditions = [], generation = 1 } = given;
  const spec: DefinitionSpec = {
    group: 'example.com',
    names,
    scope: 'Namespaced',
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
    ...given.spec,
  };
  const status: DefinitionStatus = {
    acceptedNames: spec.names,
    conditions: [],
    storedVersions: ['v1'],
    ...given.status,
  };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${spec.names.plural}.${spec.group}`, uid: spec.names.plural, generation, annotations },
    spec,
    status: conditions.reduce((before, condition) => setCondition(before, condition, now), status),
  };
}

/** Delivers changes to a controller, like an informer. */
export class Changes {
  readonly #handlers: Parameters<Informer<CustomResourceDefinition>['addHandler']>[0][] = [];
  readonly #known = new Map<string, CustomResourceDefinition>();

  addHandler(handler: Parameters<Informer<CustomResourceDefinition>['addHandler']>[0]): () => void {
    this.#handlers.push(handler);
    return () => undefined;
  }

  put(definition: CustomResourceDefinition): void {
    const name = definition.metadata.name!;
    const old = this.#known.get(name);
    this.#known.set(name, definition);
    for (const handler of this.#handlers) {
      if (old) handler.updated?.(old, definition);
      else handler.added?.(definition, { isInInitialList: false });
    }
  }

  delete(definition: CustomResourceDefinition): void {
    this.#known.delete(definition.metadata.name!);
    for (const handler of this.#handlers) handler.deleted?.(definition, { isFinalStateUnknown: false });
  }
}
