import { type ApplyType, compileObjectType } from '../../apimachinery/apply/index.js';
import {
  formatGroupVersion,
  type GroupVersionKind,
  type GroupVersionResource,
  groupVersionKind,
  type JsonObject,
  parseGroupVersion,
} from '../../apimachinery/meta/index.js';
import type { MaybePromise } from '../../apimachinery/scheme/index.js';
import type { Resource } from '../registry/index.js';
import type { Endpoint } from './endpoint.js';
import { unknownField } from './input/decode-body.js';
import { type ObjectView, WholeView } from './views/object-view.js';

/** A resource under which the same objects are served, and their kind there. */
export interface EquivalentResource {
  readonly resource: GroupVersionResource;
  readonly kind: GroupVersionKind;
}

/** Converts objects between the versions of their resource, and between groups that share it. */
export interface ObjectVersions {
  /** All of them, the endpoint's included; the most preferred version first. */
  readonly all: readonly EquivalentResource[];
  /**
   * Converts an object to another kind; returns it unchanged if it already has that kind. Does not modify its argument.
   */
  convert(object: JsonObject, kind: GroupVersionKind): MaybePromise<JsonObject>;
  /**
   * Decodes an object of one of the kinds, in place, as if a client had sent it: applies defaults and drops unknown
   * fields. Returns the paths of the dropped fields. Throws `ShapeError`.
   */
  shape(object: JsonObject, kind: GroupVersionKind): readonly string[];
  /** Returns the merge type of one of the kinds. */
  typeOf(kind: GroupVersionKind): ApplyType;
  /** Returns the errors of unknown fields that a mutation has set. */
  mutationErrors(unknown: readonly string[]): readonly string[];
  /** Name of the scheme of the kinds, in error messages. */
  readonly schemeName?: string | undefined;
}

/** The versions of an endpoint's objects. */
export class EndpointVersions implements ObjectVersions {
  readonly #endpoint: Endpoint;
  #all: readonly EquivalentResource[] | undefined;

  constructor(endpoint: Endpoint) {
    this.#endpoint = endpoint;
  }

  get all(): readonly EquivalentResource[] {
    this.#all ??= this.#find();
    return this.#all;
  }

  convert(object: JsonObject, kind: GroupVersionKind): MaybePromise<JsonObject> {
    const { resource, view } = this.#endpoint;
    return view.isWhole ? resource.convert(object, this.#versionOf(kind)) : object;
  }

  shape(object: JsonObject, kind: GroupVersionKind): readonly string[] {
    return this.#viewOf(kind).shape(object);
  }

  typeOf(kind: GroupVersionKind): ApplyType {
    const view = this.#viewOf(kind);
    return view.versions.typeOf(view.apiVersion) ?? compileObjectType(undefined);
  }

  mutationErrors(unknown: readonly string[]): readonly string[] {
    const { mutationErrors } = this.#endpoint.resource.dialect.decoding ?? {};
    return mutationErrors ? mutationErrors(unknown) : unknown.map(unknownField);
  }

  get schemeName(): string | undefined {
    return this.#endpoint.resource.dialect.kinds?.schemeName;
  }

  #viewOf(kind: GroupVersionKind): ObjectView {
    const { resource, view, version } = this.#endpoint;
    const wanted = view.isWhole ? this.#versionOf(kind) : version;
    return wanted === version ? view : new WholeView(resource, wanted);
  }

  /** The version's name in the definition: two groups may both have a `v1`. */
  #versionOf(kind: GroupVersionKind): string {
    return this.#endpoint.resource.kind.versionOf({ apiVersion: formatGroupVersion(kind) });
  }

  #find(): EquivalentResource[] {
    const { resource, subresource, view, groupVersionKind: own } = this.#endpoint;
    const { plural, kind } = resource.definition;
    return resource.kind.versions
      .filter((version) => isServed(resource, version) && hasSubresource(resource, version, subresource))
      .map((version) => {
        const apiVersion = resource.apiVersion(version);
        return {
          resource: { ...parseGroupVersion(apiVersion), resource: plural },
          kind: view.isWhole ? groupVersionKind(apiVersion, kind) : own,
        };
      });
  }
}

/** A version that is named with its group is served in that group. */
function isServed({ kind }: Resource, version: string): boolean {
  return version.includes('/') || kind.servedVersions.includes(version);
}

function hasSubresource(resource: Resource, version: string, subresource: string): boolean {
  return subresource === '' || resource.subresources(version)[subresource] !== undefined;
}
