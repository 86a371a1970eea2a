// Follows vendor/k8s.io/kube-openapi/pkg/handler/handler.go (v1.36)
// Follows vendor/k8s.io/kube-openapi/pkg/handler3/handler.go (v1.36)

import { systemClock } from '../../apimachinery/clock/index.js';
import { jsonText } from '../../apimachinery/codec/index.js';
import type { Steps } from '../../apimachinery/event-loop/index.js';
import { compositeKey, formatGroupVersion, type GroupVersion } from '../../apimachinery/meta/index.js';
import type { JsonSchema } from '../../apimachinery/schema/index.js';
import type { DocumentInfo, DocumentStyle } from '../dialect/index.js';
import type { ApiRequest, ApiResponse } from '../http/index.js';
import type { Resource } from '../registry/index.js';
import { commonSchemas } from './common-schemas.js';
import { discoverySchemas } from './discovery-schemas.js';
import { DocumentPiece } from './document-piece.js';
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
import { addressOf, indexOffer, respondToHash, respondWith, v2Offer } from './respond.js';
import { SharedDefinitions } from './shared-definitions.js';
import { type FindAssets, SwaggerUi } from './swagger-ui.js';
import { publishingOf } from './typed-publishing.js';
import { v2Head } from './v2-document.js';
import { mergeV2, type V2Part, v2Part } from './v2-merge.js';
import { mergeV3 } from './v3-merge.js';

/** Options of the OpenAPI documents. */
export interface OpenApiOptions {
  /** Title of the documents. Unset: `Kubernetes`. */
  readonly title?: string;
  /** Version of the documents: usually that of the server. */
  readonly version: string;
  /** Models in addition to the shared types; other kinds are named after their group, and described by their schema. */
  readonly models?: KnownModels;
  /** Media types of the server. Unset: JSON and YAML. */
  readonly mediaTypes?: readonly string[];
  /** Versions that are registered, served or not: the kinds of all groups exist in each of them. */
  readonly registeredVersions?: readonly GroupVersion[];
  /** Finds the package swagger-ui-dist. Unset: the installed one. */
  readonly findSwaggerUi?: FindAssets;
  readonly now?: () => number;
}

/** Types that all servers share. */
const sharedSchemas: Readonly<Record<string, JsonSchema>> = { ...metaSchemas, ...commonSchemas, ...discoverySchemas };

/** One v3 document, and what it contributes to the v2 document. */
interface Section {
  readonly document: LazyDocument;
  readonly source: SectionSource;
}

interface SectionSource {
  readonly pieces: () => readonly DocumentPiece[];
  readonly style: () => DocumentStyle | undefined;
  /** Unset if it belongs to no group version. */
  readonly groupVersion?: GroupVersion;
  /** See `PublishedResource`. */
  readonly identity: () => string | undefined;
}

/** As upstream's, which sends neither text nor type. */
const noDocument: ApiResponse = { status: 404, headers: {} };

/**
 * The OpenAPI documents of resources: in v3 one for each group version, in v2 one for all. Built on demand. When a
 * resource is added or removed, only the documents of its group versions are rebuilt.
 */
export class OpenApiService {
  readonly #options: OpenApiOptions;
  readonly #swaggerUi: SwaggerUi;
  readonly #now: () => number;
  /** By group and version. */
  readonly #groups = new Map<string, Map<string, GroupVersionDocument>>();
  /** By what follows `/openapi/v3/`. */
  readonly #sections = new Map<string, Section>();
  readonly #foreign = new Map<string, ForeignServer>();
  /** Published on first use of the documents: a server installs hundreds of resources, and may never describe them. */
  #added: Resource[] = [];
  readonly #sharedDefinitions = new SharedDefinitions((model) => this.#findShared(model));
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
    this.#added.push(resource);
  }

  /** Like `add`, but describes the resource only when its documents are read. */
  publish(resource: PublishedResource): void {
    this.#publishAdded();
    this.#publish(resource);
  }

  #publishAdded(): void {
    const added = this.#added;
    this.#added = [];
    for (const resource of added) {
      this.#publish({
        group: resource.group,
        plural: resource.definition.plural,
        versions: resource.kind.servedVersions,
        style: publishingOf(resource).documents,
        describe: () => resource,
      });
    }
  }

  #publish(resource: PublishedResource): void {
    const { group, versions } = resource;
    for (const [version, document] of this.#groups.get(group) ?? []) {
      if (!versions.includes(version) && document.delete(resource)) this.#refresh(group, version);
    }
    for (const version of versions) {
      this.#documentOf(group, version).set(resource);
      this.#refresh(group, version);
    }
    if (resource.style.discoveryPaths === 'published') this.#publishGroup(group);
    if (resource.style.sharedSchemas === 'server') this.#sharedDefinitions.clear();
  }

  /** Withdraws the resource of this group and name in all versions. */
  withdraw({ group, ...resource }: Pick<PublishedResource, 'group' | 'plural' | 'style'>): void {
    this.#publishAdded();
    for (const [version, document] of this.#groups.get(group) ?? []) {
      if (document.delete(resource)) this.#refresh(group, version);
    }
  }

  /** Publishes the operation GET `path` of a text document that belongs to no resource. */
  publishText({ path, ...reported }: TextDocument): void {
    this.#publishOperation(path.slice(1), textOperation({ path, ...reported }));
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
    this.#publishAdded();
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
    this.#publishAdded();
    if (path === '/openapi/v2') return respondWith(request, this.#swaggerDocument(), v2Offer);
    if (path === '/openapi/v3') return respondWith(request, this.#indexDocument(), indexOffer);
    if (!path.startsWith('/openapi/v3/')) return this.#swaggerUi.handle(request);
    const name = path.slice('/openapi/v3/'.length);
    const document = this.#foreignDocument(name) ?? this.#sections.get(name)?.document;
    return document ? respondToHash(request, document, { name, now: this.#now() }) : noDocument;
  }

  /** The document that is published on behalf of an aggregated server. */
  #foreignDocument(name: string): LazyDocument | undefined {
    for (const { documents, document } of this.#foreign.values()) if (documents.root === name) return document;
    return undefined;
  }

  #documentOf(group: string, version: string): GroupVersionDocument {
    const versions = this.#groups.get(group) ?? new Map<string, GroupVersionDocument>();
    this.#groups.set(group, versions);
    let document = versions.get(version);
    if (!document) {
      const { models = noModels, mediaTypes = jsonAndYaml } = this.#options;
      document = new GroupVersionDocument({ group, version, models, mediaTypes });
      versions.set(version, document);
    }
    return document;
  }

  #publishGroup(group: string): void {
    if (group === '') this.#publishOperation('api', coreVersionsOperation());
    else this.#publishOperation(`apis/${group}`, groupOperation(group));
  }

  /** Rebuilds a group version after one of its resources was added, changed or removed. */
  #refresh(group: string, version: string): void {
    const versions = this.#groups.get(group)!;
    const document = versions.get(version)!;
    if (!document.isEmpty) {
      this.#setSection(rootOf(group, version), {
        pieces: () => document.pieces,
        style: () => document.style,
        groupVersion: document.groupVersion,
        identity: () => document.identity,
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
    const piece = new DocumentPiece(() => ({ operations: [operation], models: new Map() }));
    this.#setSection(name, { pieces: () => [piece], style: () => undefined, identity: () => undefined });
  }

  get #info(): DocumentInfo {
    const { title = 'Kubernetes', version } = this.#options;
    return { title, version };
  }

  #setSection(name: string, source: SectionSource): void {
    const info = this.#info;
    const encode = (form: Form): Steps<Uint8Array> => {
      const { pieces, style } = source;
      const findShared = (model: string) => this.#findShared(model);
      return mergeV3(
        { info, pieces: pieces(), style: style(), commonKinds: this.#commonKinds(source), findShared },
        form,
      );
    };
    const identity = (): Steps<string | undefined> => known(source, info.version);
    this.#sections.set(name, { document: new LazyDocument({ encode, identity }, this.#now()), source });
    this.#changed();
  }

  #findShared(model: string): JsonSchema | undefined {
    const known = this.#options.models?.find(model);
    return Object.hasOwn(sharedSchemas, model) ? { ...sharedSchemas[model], ...known } : known;
  }

  /** The group versions that the document lists for kinds of all groups. */
  #commonKinds({ style, groupVersion }: SectionSource): readonly GroupVersion[] {
    return (groupVersion && style()?.commonKindsIn(groupVersion, this.#registeredVersions())) ?? [];
  }

  #changed(): void {
    this.#index = undefined;
    this.#swagger = undefined;
  }

  #indexDocument(): LazyDocument {
    if (!this.#index) {
      // The index has no etag, and dates in headers have a resolution of one second: each index must get its own
      // second.
      this.#indexed = Math.max(this.#now(), this.#indexed + 1000);
      this.#index = new LazyDocument({ encode: () => this.#encodeIndex() }, this.#indexed);
    }
    return this.#index;
  }

  *#encodeIndex(): Steps<Buffer> {
    for (const { document } of [...this.#sections.values()]) {
      yield* document.hashing();
      yield;
    }
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
    const source = {
      encode: (form: Form) => this.#encodeSwagger(form),
      identity: () => this.#swaggerIdentity(),
    };
    this.#swagger ??= new LazyDocument(source, this.#now());
    return this.#swagger;
  }

  /** The content derives from the v3 documents and those of aggregated servers, so it changes only with them. */
  *#swaggerIdentity(): Steps<Uint8Array> {
    const index = yield* this.#encodeIndex();
    return Buffer.concat([index, Buffer.from(this.#mergedForeign.map(({ tag }) => tag).join())]);
  }

  *#encodeSwagger(form: Form): Steps<Uint8Array> {
    const parts: V2Part[] = [];
    const [names, references] = [new Set<string>(), new Set(Object.keys(sharedSchemas))];
    const custom: DocumentPiece[] = [];
    for (const [, { source }] of this.#sorted()) {
      const style = source.style();
      const usesShared = style?.sharedSchemas === 'server';
      if (style && !usesShared) {
        custom.push(...source.pieces());
        continue;
      }
      for (const piece of source.pieces()) {
        const part = piece.v2(form);
        parts.push(part);
        if (usesShared) for (const name of part.definitionNames) names.add(name);
        if (usesShared) for (const name of part.references) references.add(name);
        yield;
      }
    }
    const groupVersions = this.#registeredVersions();
    parts.push(...(yield* this.#sharedDefinitions.parts({ names, references, groupVersions }, form)));
    const taken = new Set(parts.flatMap(({ definitionNames }) => definitionNames));
    for (const piece of custom) {
      parts.push(piece.v2Without(taken, form));
      yield;
    }
    for (const fragment of foreignFragments(parts, this.#mergedForeign)) {
      parts.push(v2Part(fragment, form));
      yield;
    }
    return mergeV2(v2Head(this.#info), parts, form);
  }

  /** The group versions that have the kinds of all groups, served or not. */
  #registeredVersions(): GroupVersion[] {
    const all = [...this.#groupVersionsOf('server'), ...(this.#options.registeredVersions ?? [])];
    const byName = new Map(all.map((each) => [formatGroupVersion(each), each]));
    return [...byName].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each);
  }

  #groupVersionsOf(sharedSchemas: DocumentStyle['sharedSchemas']): GroupVersion[] {
    return [...this.#groups.values()]
      .flatMap((versions) => [...versions.values()])
      .filter(({ style }) => style?.sharedSchemas === sharedSchemas)
      .map(({ groupVersion }) => groupVersion);
  }

  /** Documents of aggregated servers for group versions that are not served here. */
  get #mergedForeign(): ForeignDocuments[] {
    return [...this.#foreign.values()]
      .map(({ documents }) => documents)
      .filter(({ root }) => !this.#sections.has(root));
  }

  #sorted(): [string, Section][] {
    return [...this.#sections].sort(([a], [b]) => (a < b ? -1 : 1));
  }
}

// biome-ignore lint/correctness/useYield: a single step
function* known({ identity }: SectionSource, version: string): Steps<string | undefined> {
  const ofSource = identity();
  return ofSource && compositeKey(version, ofSource);
}
