import type { CodecRegistry } from '../../apimachinery/codec/index.js';
import type { GroupResource } from '../../apimachinery/meta/index.js';
import type { StatusError } from '../../apimachinery/status/index.js';
import type { ApiRequest } from '../http/index.js';
import type { RequestInfo } from '../routing/index.js';

/** What the path of a request names. */
export interface RequestedPath {
  readonly isNamespaced: boolean;
  /** Whether the path has the name of an object. */
  readonly namesObject: boolean;
}

/** Matches the requests of a resource with its verbs. */
export interface RequestRouting {
  /** Whether the path of a namespaced resource without a namespace exists for a verb; the resource has these verbs. */
  hasAllNamespacesPath(verb: string, verbs: readonly string[]): boolean;
  /** Whether the path supports the verb of the request. Throws a StatusError for another error than 405. */
  fitsPath(info: RequestInfo, path: RequestedPath): boolean;
  /** The methods besides those of the verbs, such as HEAD. */
  readonly moreMethods: readonly string[];
  /** Throws if the route does not support the media types of the request. */
  checkMediaTypes(request: ApiRequest, verb: string, codecs: CodecRegistry): void;
  /** Returns the error for a method that the path does not support. */
  notAllowed(resource: GroupResource, verb: string): StatusError;
}
