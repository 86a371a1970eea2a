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
import { type ObjectView, WholeView } from './object-view.js';

/** A name that objects are served by, and the kind that they are there. */
export interface ObjectForm {
  readonly resource: GroupVersionResource;
  readonly kind: GroupVersionKind;
}

/** Objects under their other names: in the other versions of their resource, or in another group. */
export interface ObjectForms {
  /** All of them, that of the endpoint included; the most preferred version first. */
  readonly all: readonly ObjectForm[];
  /** An object of one form as that of another kind; itself if it is that already. The given one is not changed. */
  convert(object: JsonObject, kind: GroupVersionKind): MaybePromise<JsonObject>;
  /**
   * Brings an object of one of the kinds into shape, in place, as if a client had sent it: with defaults, and without
   * what the kind does not have. Gives the paths of that. Throws `ShapeError`.
   */
  shape(object: JsonObject, kind: GroupVersionKind): readonly string[];
  /** How objects of one of the kinds are merged. */
  typeOf(kind: GroupVersionKind): ApplyType;
  /** The objects are of a CustomResourceDefinition: what such ones do not have is no mistake. */
  readonly areCustom: boolean;
}

/** The forms of the objects of an endpoint. */
export class EndpointForms implements ObjectForms {
  readonly #endpoint: Endpoint;
  #all: readonly ObjectForm[] | undefined;

  constructor(endpoint: Endpoint) {
    this.#endpoint = endpoint;
  }

  get all(): readonly ObjectForm[] {
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

  get areCustom(): boolean {
    return this.#endpoint.resource.isCustom;
  }

  #viewOf(kind: GroupVersionKind): ObjectView {
    const { resource, view, version } = this.#endpoint;
    const wanted = view.isWhole ? this.#versionOf(kind) : version;
    return wanted === version ? view : new WholeView(resource, wanted);
  }

  /** As the definition names it: of two groups, both may have a `v1`. */
  #versionOf(kind: GroupVersionKind): string {
    return this.#endpoint.resource.kind.versionOf({ apiVersion: formatGroupVersion(kind) });
  }

  #find(): ObjectForm[] {
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

/** What is named with its group is served by that one. */
function isServed({ kind }: Resource, version: string): boolean {
  return version.includes('/') || kind.servedVersions.includes(version);
}

function hasSubresource(resource: Resource, version: string, subresource: string): boolean {
  if (subresource !== 'status' && subresource !== 'scale') return true;
  return resource.subresources(version)[subresource] !== undefined;
}
