import { systemClock } from '../../apimachinery/clock/index.js';
import { jsonText } from '../../apimachinery/codec/index.js';
import { compositeKey, type JsonObject } from '../../apimachinery/meta/index.js';
import type { JsonSchema } from '../../apimachinery/schema/index.js';
import { takingTurns } from '../../storage/cacher/index.js';
import type { ApiRequest, ApiResponse } from '../http/index.js';
import type { Resource } from '../registry/index.js';
import { commonSchemas } from './common-schemas.js';
import { discoverySchemas } from './discovery-schemas.js';
import { type ForeignDocuments, ForeignServer, foreignFragments } from './foreign-documents.js';
import { GroupVersionDocument, type PublishedResource, rootOf } from './group-version-document.js';
import { type Form, LazyDocument } from './lazy-document.js';
import { metaSchemas } from './meta-schemas.js';
import { type KnownModels, noModels } from './model-names.js';
import {
  coreVersionsOperation,
  groupOperation,
  groupsOperation,
  jsonAndYaml,
  type Operation,
  type TextDocument,
  textOperation,
  versionOperation,
} from './operations.js';
import { writeV3 } from './protobuf/v3-writer.js';
import { addressOf, indexOffer, respondToHash, respondWith, v2Offer } from './respond.js';
import { swaggerSchema } from './swagger-schema.js';
import { type FindAssets, SwaggerUi } from './swagger-ui.js';
import { v2Fragment, v2Head } from './v2-document.js';
import { EncodedFragment, mergeJson, mergeProtobuf } from './v2-merge.js';
import { closureOf, type DocumentContent, modelsOf, ofAllGroups, v3Document, withKindsOf } from './v3-document.js';

export interface OpenApiOptions {
  /** Version of the server, published as the version of the documents. */
  readonly version: string;
  /** Models in addition to the shared types; other kinds are named and described like custom resources. */
  readonly models?: KnownModels;
  /** Media types of a resource. Unset: JSON and YAML. */
  readonly mediaTypesOf?: (resource: Resource) => readonly string[];
  /** Finds the package swagger-ui-dist. Unset: the installed one. */
  readonly findSwaggerUi?: FindAssets;
  readonly now?: () => number;
}

/** Types that all servers share. */
const sharedSchemas: Readonly<Record<string, JsonSchema>> = { ...metaSchemas, ...commonSchemas, ...discoverySchemas };

/** One v3 document, and its contribution to the v2 document. */
class Section {
  readonly document: LazyDocument;
  readonly #pieces: () => readonly (() => DocumentContent)[];
  #fragments: readonly EncodedFragment[] | undefined;

  constructor(document: LazyDocument, pieces: () => readonly (() => DocumentContent)[]) {
    this.document = document;
    this.#pieces = pieces;
  }

  get fragments(): readonly EncodedFragment[] {
    this.#fragments ??= this.#pieces().map((build) => new EncodedFragment(() => v2Fragment(build())));
    return this.#fragments;
  }
}

/** Builds a section on demand. */
interface SectionSource {
  readonly build: () => DocumentContent;
  /** The same document in pieces. */
  readonly pieces: () => readonly (() => DocumentContent)[];
  /** See `PublishedResource`. */
  readonly identity: () => string | undefined;
}

/**
 * The OpenAPI documents of resources: in v3 one for each group version, in v2 one for all. Built on demand. When a
 * resource is added or removed, only the documents of its group versions are rebuilt.
 */
export class OpenApiService {
  readonly #options: OpenApiOptions;
  /** Schemas that sections reference; rebuilt when a built-in resource changes. */
  #sharedFragment: EncodedFragment | undefined;
  readonly #swaggerUi: SwaggerUi;
  readonly #now: () => number;
  /** By group and version. */
  readonly #groups = new Map<string, Map<string, GroupVersionDocument>>();
  /** By what follows `/openapi/v3/`. */
  readonly #sections = new Map<string, Section>();
  readonly #foreign = new Map<string, ForeignServer>();
  #index: LazyDocument | undefined;
  /** Timestamp of the latest index, in milliseconds. */
  #indexed = 0;
  #swagger: LazyDocument | undefined;

  constructor(options: OpenApiOptions) {
    this.#options = options;
    this.#swaggerUi = new SwaggerUi(options.findSwaggerUi);
    this.#now = options.now ?? systemClock.now;
    this.#publishOperation('apis', groupsOperation());
    this.#publishOperation('version', versionOperation());
  }

  /** Publishes the resource in all served versions; replaces one of the same name. */
  add(resource: Resource): void {
    this.publish({
      group: resource.group,
      plural: resource.definition.plural,
      versions: resource.kind.servedVersions,
      isCustom: resource.isCustom,
      describe: () => resource,
    });
  }

  /** Like `add`, but describes the resource only when its documents are read. */
  publish(resource: PublishedResource): void {
    const { group, versions } = resource;
    for (const [version, parts] of this.#groups.get(group) ?? []) {
      if (!versions.includes(version) && parts.delete(resource)) this.#refresh(group, version);
    }
    for (const version of versions) {
      this.#partsOf(group, version).set(resource);
      this.#refresh(group, version);
    }
    if (resource.isCustom) return;
    this.#publishGroup(group);
    this.#sharedFragment = undefined;
  }

  /** Withdraws the resource of this group and name in all versions. */
  withdraw({ group, ...resource }: Pick<PublishedResource, 'group' | 'plural' | 'isCustom'>): void {
    for (const [version, parts] of this.#groups.get(group) ?? []) {
      if (parts.delete(resource)) this.#refresh(group, version);
    }
  }

  /** Publishes the operation GET `path` of a text document that belongs to no resource. */
  publishText({ path, ...told }: TextDocument): void {
    this.#publishOperation(path.slice(1), textOperation({ path, ...told }));
  }

  /** Lists and merges the documents of the aggregated server of this name; undefined removes them. */
  setForeign(server: string, documents: ForeignDocuments | undefined): void {
    if (documents && this.#foreign.get(server)?.says(documents)) return;
    if (documents) this.#foreign.set(server, new ForeignServer(documents, this.#now()));
    else if (!this.#foreign.delete(server)) return;
    this.#changed();
  }

  /** Returns the aggregated server that has the v3 document of this name. */
  foreignOwner(name: string): string | undefined {
    for (const [server, { documents, document }] of this.#foreign) {
      if (documents.root === name) return document ? undefined : server;
    }
    if (this.#sections.has(name)) return undefined;
    for (const [server, { documents }] of this.#foreign) if (Object.hasOwn(documents.addresses, name)) return server;
    return undefined;
  }

  /** Returns undefined if the path is not served here. */
  async handle(request: ApiRequest): Promise<ApiResponse | undefined> {
    const { path } = request;
    if (path === '/openapi/v2') return respondWith(request, this.#swaggerDocument(), v2Offer);
    if (path === '/openapi/v3') return respondWith(request, this.#indexDocument(), indexOffer);
    if (!path.startsWith('/openapi/v3/')) return this.#swaggerUi.handle(request);
    const name = path.slice('/openapi/v3/'.length);
    const document = this.#documentFor(name) ?? this.#sections.get(name)?.document;
    return document && respondToHash(request, document, { name, now: this.#now() });
  }

  /** The document that is published on behalf of an aggregated server. */
  #documentFor(name: string): LazyDocument | undefined {
    for (const { documents, document } of this.#foreign.values()) if (documents.root === name) return document;
    return undefined;
  }

  #partsOf(group: string, version: string): GroupVersionDocument {
    const versions = this.#groups.get(group) ?? new Map<string, GroupVersionDocument>();
    this.#groups.set(group, versions);
    let parts = versions.get(version);
    if (!parts) {
      const { models = noModels, mediaTypesOf = () => jsonAndYaml } = this.#options;
      parts = new GroupVersionDocument({ group, version, models, mediaTypesOf });
      versions.set(version, parts);
    }
    return parts;
  }

  #publishGroup(group: string): void {
    if (group === '') this.#publishOperation('api', coreVersionsOperation());
    else this.#publishOperation(`apis/${group}`, groupOperation(group));
  }

  /** Rebuilds a group version after one of its resources was added, changed or removed. */
  #refresh(group: string, version: string): void {
    const versions = this.#groups.get(group)!;
    const parts = versions.get(version)!;
    if (!parts.isEmpty) {
      this.#setSection(rootOf(group, version), {
        build: () => parts.build(),
        pieces: () => parts.pieces,
        identity: () => parts.identity,
      });
      return;
    }
    versions.delete(version);
    this.#sections.delete(rootOf(group, version));
    if (versions.size === 0) {
      this.#groups.delete(group);
      this.#sections.delete(group === '' ? 'api' : `apis/${group}`);
    }
    this.#changed();
  }

  #publishOperation(name: string, operation: Operation): void {
    if (this.#sections.has(name)) return;
    const build = (): DocumentContent => ({ operations: [operation], models: new Map() });
    this.#setSection(name, { build, pieces: () => [build], identity: () => undefined });
  }

  #setSection(name: string, { build, pieces, identity }: SectionSource): void {
    const { version } = this.#options;
    const document = (): JsonObject => v3Document(version, build(), (model) => this.#findShared(model));
    const source = {
      json: () => Buffer.from(jsonText(document())),
      protobuf: () => writeV3(document()),
      identity: () => {
        const known = identity();
        return known && compositeKey(version, known);
      },
    };
    this.#sections.set(name, new Section(new LazyDocument(source, this.#now()), pieces));
    this.#changed();
  }

  #findShared(model: string): JsonSchema | undefined {
    return Object.hasOwn(sharedSchemas, model) ? sharedSchemas[model] : this.#options.models?.find(model);
  }

  /** Schemas that sections share, published once. */
  #shared(): EncodedFragment {
    this.#sharedFragment ??= new EncodedFragment(() => {
      const parts = [...this.#groups.values()].flatMap((versions) => [...versions.values()]);
      const documents = parts.filter(({ isCustom }) => !isCustom).map((part) => part.build());
      const own = new Map(documents.flatMap(({ models }) => [...models]));
      const find = (model: string): JsonSchema | undefined => own.get(model) ?? this.#findShared(model);
      const named = [...Object.keys(sharedSchemas), ...documents.flatMap(modelsOf)];
      const places = documents.flatMap(({ groupVersion }) => (groupVersion ? [groupVersion] : []));
      const shared = [...closureOf(named, find)]
        .filter(([model]) => !own.has(model))
        .map(([model, schema]) => [model, ofAllGroups.has(model) ? withKindsOf(schema, places) : schema] as const);
      return { paths: {}, definitions: swaggerSchemas(Object.fromEntries(shared)) };
    });
    return this.#sharedFragment;
  }

  #changed(): void {
    this.#index = undefined;
    this.#swagger = undefined;
  }

  #indexDocument(): LazyDocument {
    const json = (): Buffer => this.#encodeIndex();
    if (!this.#index) {
      // The index has no etag, and dates in headers have a resolution of one second: each index must get its own
      // second.
      this.#indexed = Math.max(this.#now(), this.#indexed + 1000);
      this.#index = new LazyDocument({ json, protobuf: json, prepare: () => this.#prepare() }, this.#indexed);
    }
    return this.#index;
  }

  #encodeIndex(): Buffer {
    const addresses = new Map<string, string>();
    const foreign = [...this.#foreign.values()].flatMap((server) =>
      server.addresses.map(([name, address]) => ({ name, address, isOwn: name === server.documents.root })),
    );
    for (const { name, address } of foreign) addresses.set(name, address);
    for (const [name, { document }] of this.#sections) addresses.set(name, addressOf(name, document));
    for (const { name, address, isOwn } of foreign) if (isOwn) addresses.set(name, address);
    const sorted = [...addresses].sort(([a], [b]) => (a < b ? -1 : 1));
    const paths = Object.fromEntries(sorted.map(([name, serverRelativeURL]) => [name, { serverRelativeURL }]));
    return Buffer.from(jsonText({ paths }));
  }

  #swaggerDocument(): LazyDocument {
    const head = v2Head(this.#options.version);
    const foreign = [...this.#foreign.values()]
      .map(({ documents }) => documents)
      .filter(({ root }) => !this.#sections.has(root));
    const fragments = (): EncodedFragment[] => {
      const own = [...this.#sorted().flatMap(([, { fragments }]) => fragments), this.#shared()];
      return [...own, ...foreignFragments(own, foreign)];
    };
    const source = {
      json: () => mergeJson(head, fragments()),
      protobuf: () => mergeProtobuf(head, fragments()),
      prepare: (form?: Form) => this.#prepare(form),
      // The content derives from the v3 documents and those of aggregated servers, so it changes only with them.
      identity: () => Buffer.concat([this.#encodeIndex(), Buffer.from(foreign.map(({ tag }) => tag).join())]),
    };
    this.#swagger ??= new LazyDocument(source, this.#now());
    return this.#swagger;
  }

  /**
   * Computes in advance what the merged documents consist of: hashes of all sections, and their fragments in a form.
   */
  async #prepare(form?: Form): Promise<void> {
    const sections = [...this.#sections.values()];
    await takingTurns(sections, ({ document }) => void document.hash, { itemsBetweenLooks: 1 });
    if (!form) return;
    const fragments = [...sections.flatMap((section) => section.fragments), this.#shared()];
    await takingTurns(fragments, (fragment) => void fragment[form], { itemsBetweenLooks: 1 });
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
