// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/controller/openapi/controller.go (v1.36)
// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/controller/openapiv3/controller.go (v1.36)

import { compositeKey } from '../../apimachinery/meta/index.js';
import type { Informer } from '../../client/informer/index.js';
import type { OpenApiService } from '../../server/openapi/index.js';
import { Resource } from '../../server/registry/index.js';
import { type CustomResourceDefinition, isEstablished, servedVersionsOf } from '../definition/index.js';
import { unstructuredPublishing } from '../dialect/index.js';
import { resourceDefinitionOf } from '../serving/index.js';

/**
 * Publishes the schemas of established definitions in OpenAPI. They are processed only when a document is requested.
 */
export class OpenApiController {
  readonly #informer: Pick<Informer<CustomResourceDefinition>, 'addHandler'>;
  readonly #openApi: OpenApiService;
  /** Identity of each definition's last published state. */
  readonly #identities = new Map<string, string>();

  constructor(informer: Pick<Informer<CustomResourceDefinition>, 'addHandler'>, openApi: OpenApiService) {
    this.#informer = informer;
    this.#openApi = openApi;
  }

  start(): void {
    this.#informer.addHandler({
      added: (definition) => this.#publish(definition),
      updated: (_old, definition) => this.#publish(definition),
      deleted: (definition) => this.#withdraw(definition),
    });
  }

  #publish(definition: CustomResourceDefinition): void {
    if (!isEstablished(definition)) {
      this.#withdraw(definition);
      return;
    }
    const { metadata, spec } = definition;
    // A definition that was deleted and recreated may have the same name and generation.
    const identity = compositeKey(metadata.uid ?? '', String(metadata.generation));
    if (this.#identities.get(metadata.name!) === identity) return;
    this.#identities.set(metadata.name!, identity);
    this.#openApi.publish({
      group: spec.group,
      plural: spec.names.plural,
      versions: servedVersionsOf(definition).map(({ name }) => name),
      style: unstructuredPublishing.documents,
      identity,
      describe: () => new Resource(spec.group, resourceDefinitionOf(definition)),
    });
  }

  #withdraw({ metadata, spec }: CustomResourceDefinition): void {
    if (this.#identities.delete(metadata.name!))
      this.#openApi.withdraw({
        group: spec.group,
        plural: spec.names.plural,
        style: unstructuredPublishing.documents,
      });
  }
}
