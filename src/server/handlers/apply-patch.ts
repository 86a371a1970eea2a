import { DecodeError, decodeYamlStrict } from '../../apimachinery/codec/index.js';
import { cloneJson, isJsonObject, type JsonObject } from '../../apimachinery/meta/index.js';
import { badRequest, findStatusError } from '../../apimachinery/status/index.js';
import { ShapeError, unexplained } from '../registry/index.js';
import type { RequestContext } from '../request-context.js';
import type { Endpoint } from './endpoint.js';
import type { Patched, PatchRequest } from './merge-patch.js';
import { warnOf } from './strict-errors.js';

/** Server-side apply: the one patch that creates what is missing. */
export function applyPatch(endpoint: Endpoint, context: RequestContext, { bytes, options }: PatchRequest): Patched {
  const { fieldManager: manager = '', force = false, fieldValidation } = options;
  const { config, strictErrors } = decodeConfiguration(bytes);
  return async (live) => {
    const applied = await applyOrExplain(() => endpoint.fieldManager.apply(live, config, { manager, force }));
    if (strictErrors.length > 0 && fieldValidation === 'Strict') {
      throw badRequest(`error strict decoding patch: ${strictErrors.join(', ')}`);
    }
    if (fieldValidation !== 'Ignore') warnOf(context, strictErrors);
    // What is applied shares parts with the live object, which must not change.
    const object = cloneJson(applied);
    shapeApplied(endpoint, object);
    return object;
  };
}

function decodeConfiguration(bytes: Buffer): { config: JsonObject; strictErrors: readonly string[] } {
  try {
    const { value, strictErrors } = decodeYamlStrict(bytes);
    if (isJsonObject(value)) return { config: value, strictErrors };
    throw badRequest('error decoding YAML: the document is not an object');
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw badRequest(`error decoding YAML: ${error.message}`);
  }
}

/** A configuration that does not fit its type has a message upstream, and no reason. */
async function applyOrExplain(apply: () => Promise<JsonObject>): Promise<JsonObject> {
  try {
    return await apply();
  } catch (error) {
    if (findStatusError(error) || !(error instanceof Error)) throw error;
    throw unexplained(error.message);
  }
}

function shapeApplied({ view }: Endpoint, object: JsonObject): void {
  try {
    view.shape(object);
  } catch (error) {
    if (error instanceof ShapeError) throw unexplained(error.message);
    throw error;
  }
}
