import type { EndpointRestrictions } from '../../apimachinery/codec/index.js';
import type { GroupKind, JsonObject } from '../../apimachinery/meta/index.js';
import type { StatusError } from '../../apimachinery/status/index.js';

/** How objects and lists are returned. */
export interface ObjectOutput {
  /** The output forms that objects have. */
  readonly restrictions: EndpointRestrictions;
  /** Returns the metadata of a list. */
  listMetadata(metadata: JsonObject): JsonObject;
  /** Returns an object as an item of a list. */
  listItem(object: JsonObject): JsonObject;
  /** Returns the error for an object that was requested as a list of this kind. */
  notAList(requested: string, object: GroupKind): StatusError;
  /** Returns the error for a list that was requested as another kind. */
  notAnObject(requested: string, list: GroupKind): StatusError;
}
