// Follows staging/src/k8s.io/apiserver/pkg/endpoints/handlers/response.go (v1.36)

import { resourceRestrictions } from '../../../apimachinery/codec/index.js';
import type { JsonObject } from '../../../apimachinery/meta/index.js';
import { StatusError } from '../../../apimachinery/status/index.js';
import { internalType, type KnownKinds, type ObjectOutput } from '../../dialect/index.js';

const restrictions = resourceRestrictions({ hasTable: true });

/** Returns objects in all media types of the server, and list items without type. */
export function typedOutput(kinds?: KnownKinds): ObjectOutput {
  return {
    restrictions,
    listMetadata: (metadata) => metadata,
    listItem: withoutType,
    notAList: (requested, object) =>
      mismatched(`${requested}, but the requested object is not a list (*${internalType(object, kinds)})`),
    notAnObject: (requested, list) =>
      mismatched(`${requested}, but the requested object is a list (*${internalType(list, kinds)})`),
  };
}

function withoutType({ kind: _kind, apiVersion: _apiVersion, ...item }: JsonObject): JsonObject {
  return item;
}

/** For an object or list that cannot be returned as the requested kind. */
export function mismatched(what: string): StatusError {
  return StatusError.of({ code: 406, reason: 'NotAcceptable', message: `you requested ${what}` });
}
