import type { JsonSchema } from '../../apimachinery/schema/index.js';
import type { Resource } from '../registry/index.js';
import { kindSchema, listSchema } from './kind-schemas.js';
import type { ModelName } from './model-names.js';
import { operationScope } from './operation-ids.js';
import { resourcesOperation } from './operations.js';
import { resourceOperations, type Target } from './resource-operations.js';
import type { DocumentParts } from './v3-document.js';

/** `api/v1`, `apis/wardle.example.com/v1`. */
export function rootOf(group: string, version: string): string {
  return group === '' ? `api/${version}` : `apis/${group}/${version}`;
}

interface GroupVersionOptions {
  readonly group: string;
  readonly version: string;
  readonly modelName: ModelName;
  readonly mediaTypesOf: (resource: Resource) => readonly string[];
}

/** The resources of a group version, and what a document says of them. */
export class GroupVersionParts {
  readonly group: string;
  readonly #options: GroupVersionOptions;
  readonly #resources = new Map<string, Resource>();

  constructor(options: GroupVersionOptions) {
    this.group = options.group;
    this.#options = options;
  }

  get isEmpty(): boolean {
    return this.#resources.size === 0;
  }

  set(resource: Resource): void {
    this.#resources.set(resource.definition.plural, resource);
  }

  /** Whether there was one. */
  delete(plural: string): boolean {
    return this.#resources.delete(plural);
  }

  /** The same whatever the order in which resources came. */
  build(): DocumentParts {
    const { group, version } = this.#options;
    const scope = operationScope(group, version);
    const operations = [resourcesOperation(rootOf(group, version), scope)];
    const models = new Map<string, JsonSchema>();
    for (const plural of [...this.#resources.keys()].sort()) {
      const target = this.#target(this.#resources.get(plural)!);
      operations.push(...resourceOperations({ ...target, scope }));
      models.set(target.objectModel, kindSchema(target.resource, version));
      models.set(target.listModel, listSchema(target.resource, version, target.objectModel));
    }
    return { operations, models };
  }

  #target(resource: Resource): Omit<Target, 'scope'> {
    const { group, version, modelName, mediaTypesOf } = this.#options;
    return {
      resource,
      version,
      root: rootOf(group, version),
      mediaTypes: mediaTypesOf(resource),
      objectModel: modelName({ group, version, kind: resource.definition.kind }),
      listModel: modelName({ group, version, kind: resource.listKind }),
    };
  }
}
