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
import { GroupVersionParts, type PublishedResource, rootOf } from './group-version-parts.js';
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
import { closureOf, type DocumentParts, modelsOf, ofAllGroups, v3Document, withKindsOf } from './v3-document.js';

export interface OpenApiOptions {
  /** The version of the server, which documents have as theirs. */
  readonly version: string;
  /** Models beside the types that all have in common; other kinds are named and described as custom resources are. */
  readonly models?: KnownModels;
  /** In which a resource is read; JSON and YAML if absent. */
  readonly mediaTypesOf?: (resource: Resource) => readonly string[];
  /** Where the package swagger-ui-dist is; the one that is installed if absent. */
  readonly findSwaggerUi?: FindAssets;
  readonly now?: () => number;
}

/** Types that all servers have in common. */
const sharedSchemas: Readonly<Record<string, JsonSchema>> = { ...metaSchemas, ...commonSchemas, ...discoverySchemas };

/** One document of v3, and what it adds to the one of v2. */
class Section {
  readonly document: LazyDocument;
  readonly #pieces: () => readonly (() => DocumentParts)[];
  #fragments: readonly EncodedFragment[] | undefined;

  constructor(document: LazyDocument, pieces: () => readonly (() => DocumentParts)[]) {
    this.document = document;
    this.#pieces = pieces;
  }

  get fragments(): readonly EncodedFragment[] {
    this.#fragments ??= this.#pieces().map((build) => new EncodedFragment(() => v2Fragment(build())));
    return this.#fragments;
  }
}

/** What a section is made of, when it is asked for. */
interface SectionSource {
  readonly build: () => DocumentParts;
  /** The same in pieces. */
  readonly pieces: () => readonly (() => DocumentParts)[];
  /** See `PublishedResource`. */
  readonly identity: () => string | undefined;
}

/**
 * The OpenAPI documents of resources, in v3 one for each group version and in v2 one for all. They are built when they
 * are asked for. When a resource comes or goes, only what is about its group versions is built anew.
 */
export class OpenApiService {
  readonly #options: OpenApiOptions;
  /** What sections refer to; changes with the resources that are not custom. */
  #sharedFragment: EncodedFragment | undefined;
  readonly #swaggerUi: SwaggerUi;
  readonly #now: () => number;
  /** By group and version. */
  readonly #groups = new Map<string, Map<string, GroupVersionParts>>();
  /** By what follows `/openapi/v3/`. */
  readonly #sections = new Map<string, Section>();
  readonly #foreign = new Map<string, ForeignServer>();
  #index: LazyDocument | undefined;
  /** The date of the latest index, in milliseconds. */
  #indexed = 0;
  #swagger: LazyDocument | undefined;

  constructor(options: OpenApiOptions) {
    this.#options = options;
    this.#swaggerUi = new SwaggerUi(options.findSwaggerUi);
    this.#now = options.now ?? systemClock.now;
    this.#publishOperation('apis', groupsOperation());
    this.#publishOperation('version', versionOperation());
  }

  /** Publishes the resource in all versions that are served; takes the place of one of the same name. */
  add(resource: Resource): void {
    this.publish({
      group: resource.group,
      plural: resource.definition.plural,
      versions: resource.kind.servedVersions,
      isCustom: resource.isCustom,
      describe: () => resource,
    });
  }

  /** As `add`, without asking what the resource is like before somebody reads of it. */
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

  /** Withdraws the resource of this group and name, whichever versions it was published in. */
  withdraw({ group, ...resource }: Pick<PublishedResource, 'group' | 'plural' | 'isCustom'>): void {
    for (const [version, parts] of this.#groups.get(group) ?? []) {
      if (parts.delete(resource)) this.#refresh(group, version);
    }
  }

  /** Publishes a document of text that is not about a resource: GET of `path`. */
  publishText({ path, ...told }: TextDocument): void {
    this.#publishOperation(path.slice(1), textOperation({ path, ...told }));
  }

  /** Lists and merges what a server elsewhere, of this name, says of itself; undefined: it is gone. */
  setForeign(server: string, documents: ForeignDocuments | undefined): void {
    if (documents && this.#foreign.get(server)?.says(documents)) return;
    if (documents) this.#foreign.set(server, new ForeignServer(documents, this.#now()));
    else if (!this.#foreign.delete(server)) return;
    this.#changed();
  }

  /** Which of those servers is to be asked for the document of v3 with this name. */
  foreignOwner(name: string): string | undefined {
    for (const [server, { documents, document }] of this.#foreign) {
      if (documents.root === name) return document ? undefined : server;
    }
    if (this.#sections.has(name)) return undefined;
    for (const [server, { documents }] of this.#foreign) if (Object.hasOwn(documents.addresses, name)) return server;
    return undefined;
  }

  /** Undefined if the request is for something else. */
  async handle(request: ApiRequest): Promise<ApiResponse | undefined> {
    const { path } = request;
    if (path === '/openapi/v2') return respondWith(request, this.#swaggerDocument(), v2Offer);
    if (path === '/openapi/v3') return respondWith(request, this.#indexDocument(), indexOffer);
    if (!path.startsWith('/openapi/v3/')) return this.#swaggerUi.handle(request);
    const name = path.slice('/openapi/v3/'.length);
    const document = this.#documentFor(name) ?? this.#sections.get(name)?.document;
    return document && respondToHash(request, document, { name, now: this.#now() });
  }

  /** That which is published for a server elsewhere. */
  #documentFor(name: string): LazyDocument | undefined {
    for (const { documents, document } of this.#foreign.values()) if (documents.root === name) return document;
    return undefined;
  }

  #partsOf(group: string, version: string): GroupVersionParts {
    const versions = this.#groups.get(group) ?? new Map<string, GroupVersionParts>();
    this.#groups.set(group, versions);
    let parts = versions.get(version);
    if (!parts) {
      const { models = noModels, mediaTypesOf = () => jsonAndYaml } = this.#options;
      parts = new GroupVersionParts({ group, version, models, mediaTypesOf });
      versions.set(version, parts);
    }
    return parts;
  }

  #publishGroup(group: string): void {
    if (group === '') this.#publishOperation('api', coreVersionsOperation());
    else this.#publishOperation(`apis/${group}`, groupOperation(group));
  }

  /** What is said of a group version, after one of its resources came, changed or went. */
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
    const build = (): DocumentParts => ({ operations: [operation], models: new Map() });
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

  /** The schemas that sections have in common: they are said once for all of them. */
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
      // It has no tag, and dates in headers have no more than seconds: no two indexes have the same.
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
      // It says what the documents of v3 say, and those of other servers, so it is the same as long as they are.
      identity: () => Buffer.concat([this.#encodeIndex(), Buffer.from(foreign.map(({ tag }) => tag).join())]),
    };
    this.#swagger ??= new LazyDocument(source, this.#now());
    return this.#swagger;
  }

  /** Makes what documents of all sections are put together from: their hashes, and their parts in a form. */
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
