import { encodeJson } from '../../apimachinery/codec/index.js';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import type { JsonSchema } from '../../apimachinery/schema/index.js';
import type { ApiRequest, ApiResponse } from '../http/index.js';
import type { Resource } from '../registry/index.js';
import { commonSchemas } from './common-schemas.js';
import { discoverySchemas } from './discovery-schemas.js';
import { GroupVersionParts, rootOf } from './group-version-parts.js';
import { LazyDocument } from './lazy-document.js';
import { metaSchemas } from './meta-schemas.js';
import { type ModelName, reversedGroupName } from './model-names.js';
import {
  coreVersionsOperation,
  groupOperation,
  groupsOperation,
  jsonAndYaml,
  type Operation,
  versionOperation,
} from './operations.js';
import { writeV3 } from './protobuf/v3-writer.js';
import { addressOf, jsonOnly, respondToHash, respondWith, v2Types } from './respond.js';
import { swaggerSchema } from './swagger-schema.js';
import { type FindAssets, SwaggerUi } from './swagger-ui.js';
import { v2Fragment, v2Head } from './v2-document.js';
import { EncodedFragment, mergeJson, mergeProtobuf } from './v2-merge.js';
import { type DocumentParts, v3Document } from './v3-document.js';

export interface OpenApiOptions {
  /** The version of the server, which documents have as theirs. */
  readonly version: string;
  /** What schemas of resources refer to beside the types that all have in common, by model name. */
  readonly schemas?: Readonly<Record<string, JsonSchema>>;
  /** As for custom resources if absent. */
  readonly modelName?: ModelName;
  /** In which a resource is read; JSON and YAML if absent. */
  readonly mediaTypesOf?: (resource: Resource) => readonly string[];
  /** Where the package swagger-ui-dist is; the one that is installed if absent. */
  readonly findSwaggerUi?: FindAssets;
  readonly now?: () => number;
}

/** One document of v3, and what it adds to the one of v2. */
interface Section {
  readonly document: LazyDocument;
  readonly fragment: EncodedFragment;
}

/**
 * The OpenAPI documents of resources, in v3 one for each group version and in v2 one for all. They are built when they
 * are asked for. When a resource comes or goes, only what is about its group versions is built anew.
 */
export class OpenApiService {
  readonly #options: OpenApiOptions;
  readonly #shared: Readonly<Record<string, JsonSchema>>;
  readonly #sharedFragment: EncodedFragment;
  readonly #swaggerUi: SwaggerUi;
  readonly #now: () => number;
  readonly #groupVersions = new Map<string, GroupVersionParts>();
  /** By what follows `/openapi/v3/`. */
  readonly #sections = new Map<string, Section>();
  #index: LazyDocument | undefined;
  #swagger: LazyDocument | undefined;

  constructor(options: OpenApiOptions) {
    this.#options = options;
    this.#shared = { ...metaSchemas, ...commonSchemas, ...discoverySchemas, ...options.schemas };
    this.#sharedFragment = new EncodedFragment(() => ({ paths: {}, definitions: swaggerSchemas(this.#shared) }));
    this.#swaggerUi = new SwaggerUi(options.findSwaggerUi);
    this.#now = options.now ?? Date.now;
    this.#publishOperation('apis', groupsOperation());
    this.#publishOperation('version', versionOperation());
  }

  /** Publishes the resource in all versions that are served; takes the place of one of the same name. */
  add(resource: Resource): void {
    this.remove(resource);
    for (const version of resource.kind.servedVersions) {
      const root = rootOf(resource.group, version);
      this.#partsOf(root, resource.group, version).set(resource);
      this.#publish(root);
    }
  }

  /** Withdraws the resource of this group and name, whichever versions it was published in. */
  remove({ group, definition: { plural } }: Resource): void {
    for (const [root, parts] of this.#groupVersions) {
      if (parts.group !== group || !parts.delete(plural)) continue;
      if (parts.isEmpty) this.#withdraw(root, group);
      else this.#publish(root);
    }
  }

  /** Undefined if the request is for something else. */
  handle(request: ApiRequest): ApiResponse | undefined {
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
    const { path } = request;
    if (path === '/openapi/v2') return respondWith(request, this.#swaggerDocument(), { types: v2Types });
    if (path === '/openapi/v3') return respondWith(request, this.#indexDocument(), { types: jsonOnly });
    if (!path.startsWith('/openapi/v3/')) return this.#swaggerUi.handle(request);
    const name = path.slice('/openapi/v3/'.length);
    const section = this.#sections.get(name);
    return section && respondToHash(request, section.document, { name, now: this.#now() });
  }

  #partsOf(root: string, group: string, version: string): GroupVersionParts {
    let parts = this.#groupVersions.get(root);
    if (!parts) {
      const { modelName = reversedGroupName, mediaTypesOf = () => jsonAndYaml } = this.#options;
      parts = new GroupVersionParts({ group, version, modelName, mediaTypesOf });
      this.#groupVersions.set(root, parts);
      if (group === '') this.#publishOperation('api', coreVersionsOperation());
      else this.#publishOperation(`apis/${group}`, groupOperation(group));
    }
    return parts;
  }

  #withdraw(root: string, group: string): void {
    this.#groupVersions.delete(root);
    this.#sections.delete(root);
    const isLastOfGroup = ![...this.#groupVersions.values()].some((parts) => parts.group === group);
    if (isLastOfGroup) this.#sections.delete(group === '' ? 'api' : `apis/${group}`);
    this.#changed();
  }

  #publish(root: string): void {
    const parts = this.#groupVersions.get(root)!;
    this.#setSection(root, () => parts.build());
  }

  #publishOperation(name: string, operation: Operation): void {
    if (!this.#sections.has(name)) this.#setSection(name, () => ({ operations: [operation], models: new Map() }));
  }

  #setSection(name: string, parts: () => DocumentParts): void {
    const build = (): JsonObject => v3Document(this.#options.version, parts(), (model) => this.#findShared(model));
    const document = new LazyDocument({ json: () => encodeJson(build()), protobuf: () => writeV3(build()) });
    this.#sections.set(name, { document, fragment: new EncodedFragment(() => v2Fragment(parts())) });
    this.#changed();
  }

  #findShared(model: string): JsonSchema | undefined {
    return Object.hasOwn(this.#shared, model) ? this.#shared[model] : undefined;
  }

  #changed(): void {
    this.#index = undefined;
    this.#swagger = undefined;
  }

  #indexDocument(): LazyDocument {
    const json = (): Buffer => this.#encodeIndex();
    this.#index ??= new LazyDocument({ json, protobuf: json });
    return this.#index;
  }

  #encodeIndex(): Buffer {
    const entries = this.#sorted().map(([name, { document }]) => [
      name,
      { serverRelativeURL: addressOf(name, document) },
    ]);
    return encodeJson({ paths: Object.fromEntries(entries) });
  }

  #swaggerDocument(): LazyDocument {
    const head = v2Head(this.#options.version);
    const fragments = (): EncodedFragment[] => [
      ...this.#sorted().map(([, { fragment }]) => fragment),
      this.#sharedFragment,
    ];
    this.#swagger ??= new LazyDocument({
      json: () => mergeJson(head, fragments()),
      protobuf: () => mergeProtobuf(head, fragments()),
      // It says what the documents of v3 say, so it is the same as long as they are.
      identity: () => this.#encodeIndex(),
    });
    return this.#swagger;
  }

  #sorted(): [string, Section][] {
    return [...this.#sections].sort(([a], [b]) => (a < b ? -1 : 1));
  }
}

function swaggerSchemas(schemas: Readonly<Record<string, JsonSchema>>): JsonObject {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, swaggerSchema(schema) as JsonObject]),
  );
}
