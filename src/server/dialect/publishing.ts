import type { GroupVersion, GroupVersionKind } from '../../apimachinery/meta/index.js';

export type Method = 'get' | 'put' | 'post' | 'delete' | 'options' | 'head' | 'patch';

export type SuccessStatus = '200' | '201' | '202';

/** A parameter of an operation, independent of the OpenAPI version. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly type: 'string' | 'integer' | 'boolean';
  readonly description: string;
}

/** The operations of a verb, independent of the resource. */
export interface VerbShape {
  readonly method: Method;
  readonly action: string;
  /** Prefix of operation ids, and what follows the group version in them. */
  readonly idVerb: string;
  readonly idSubject?: string;
  readonly parameters: readonly Parameter[];
  readonly statuses: readonly SuccessStatus[];
  readonly takes?: 'object' | 'patch' | 'deleteOptions';
  readonly gives: 'object' | 'list' | 'status' | 'watchEvent';
  readonly isNamed: boolean;
  readonly describe: (kind: string, subresource: string | undefined) => string;
}

/** Title and version of an OpenAPI document. */
export interface DocumentInfo {
  readonly title: string;
  readonly version: string;
}

/** The OpenAPI documents of the group versions that have resources of a dialect only. */
export interface DocumentStyle {
  /**
   * A resource replaces one of the same name with the same or a lower precedence. A document of several styles has the
   * style of the highest precedence.
   */
  readonly precedence: number;
  /** Title and version; given are those of the server. */
  info(own: DocumentInfo): DocumentInfo;
  /** Whether the paths of the group, and of its versions, are published beside those of the resources. */
  readonly discoveryPaths: 'published' | 'omitted';
  /** Whether the document describes how clients authenticate. */
  readonly securitySchemes: 'published' | 'omitted';
  /**
   * Returns the group versions that schemas list for the kinds that all groups share, such as DeleteOptions, in the document of
   * this one. `registered`: those of the server's own kinds.
   */
  commonKindsIn(groupVersion: GroupVersion, registered: readonly GroupVersion[]): readonly GroupVersion[];
  /**
   * Whether schemas that several documents reference are those of the server; `own`: the documents have all of them.
   */
  readonly sharedSchemas: 'server' | 'own';
}

/** How a resource is published in OpenAPI. */
export interface Publishing {
  /** Returns the operations of a verb, of a resource with these verbs. Undefined: they are not published. */
  shapeOf(verb: string, verbs: readonly string[]): VerbShape | undefined;
  /** Media types of objects in requests. */
  readonly consumes: readonly string[];
  /** Media types of responses, given those of the server. */
  produces(mediaTypes: readonly string[], gives: VerbShape['gives']): readonly string[];
  /** Kind of the operations of the scale subresource. Unset: that of the resource. */
  readonly scaleKind?: GroupVersionKind;
  readonly documents: DocumentStyle;
}
