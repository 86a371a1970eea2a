import { DecodeError, decodeYamlStrict } from '../../apimachinery/codec/index.js';
import {
  cloneJson,
  formatGroupVersionKind,
  isJsonObject,
  type JsonObject,
  jsonEqual,
  metadataOf,
  parseGroupVersion,
} from '../../apimachinery/meta/index.js';
import { goTypeName } from '../../apimachinery/patch/index.js';
import { badRequest, findStatusError, type StatusError } from '../../apimachinery/status/index.js';
import { isTurnLong, leaveTurn } from '../../apimachinery/turns/index.js';
import { ShapeError, unexplained } from '../registry/index.js';
import type { RequestContext } from '../request-context.js';
import { conversionProblem } from './conversion-problem.js';
import type { Endpoint } from './endpoint.js';
import type { Patched, PatchRequest } from './patch-types.js';
import { warnOf } from './strict-errors.js';

/** Server-side apply: the only patch that creates a missing object. */
export function applyPatch(endpoint: Endpoint, context: RequestContext, { bytes, options }: PatchRequest): Patched {
  const { fieldManager: manager = '', force = false, fieldValidation } = options;
  isTurnLong();
  const { config, strictErrors } = decodeConfiguration(bytes);
  return async (live) => {
    if (isTurnLong()) await leaveTurn();
    refuseUnownedScale(endpoint, live);
    const applied = await applyOrExplain(() => endpoint.fieldManager.apply(live, config, { manager, force }));
    if (strictErrors.length > 0 && fieldValidation === 'Strict') {
      throw badRequest(`error strict decoding YAML: error converting YAML to JSON: ${strictErrors.join(', ')}`);
    }
    if (fieldValidation !== 'Ignore') warnOf(context, strictErrors);
    // The applied object shares parts with the live one, which must not be modified.
    if (isTurnLong()) await leaveTurn();
    const object = cloneJson(applied);
    if (isTurnLong()) await leaveTurn();
    if (live) refuseCustomScale(endpoint, config, { live, applied: object });
    shapeApplied(endpoint, config, object);
    if (isTurnLong()) await leaveTurn();
    return object;
  };
}

interface Applied {
  readonly live: JsonObject;
  readonly applied: JsonObject;
}

/** Upstream fails to convert the scale of a custom resource when applying has changed its spec. */
function refuseCustomScale({ resource, view }: Endpoint, config: JsonObject, { live, applied }: Applied): void {
  if (!resource.isCustom || view.isWhole || jsonEqual(live['spec'] ?? null, applied['spec'] ?? null)) return;
  throw notConverted(config, `request to convert CR to an invalid group/version: ${view.apiVersion}`);
}

/**
 * Upstream fails likewise when the live object has no managed fields, while it looks up the previous owner of the
 * replicas.
 */
function refuseUnownedScale({ resource, view }: Endpoint, live: JsonObject | undefined): void {
  if (!live || !resource.isCustom || view.isWhole || metadataOf(live).managedFields) return;
  const object = `/; ${kindText({ apiVersion: view.apiVersion, kind: view.groupKind.kind })}`;
  const problem = `request to convert CR to an invalid group/version: ${view.apiVersion}`;
  throw unexplained(
    `failed to create manager for existing fields: failed to convert live object (${object}) to proper version: ${problem}`,
  );
}

/** For a configuration that matches the schema but cannot be converted. */
function notConverted(config: JsonObject, problem: string): StatusError {
  const { namespace = '', name = '' } = metadataOf(config);
  const object = `${namespace}/${name}; ${kindText(config)}`;
  return unexplained(`failed to convert new object (${object}) to proper version: ${problem}`);
}

function kindText({ apiVersion, kind }: JsonObject): string {
  return formatGroupVersionKind({ ...parseGroupVersion(String(apiVersion)), kind: String(kind) });
}

function decodeConfiguration(bytes: Buffer): { config: JsonObject; strictErrors: readonly string[] } {
  try {
    const { value, strictErrors } = decodeYamlStrict(bytes);
    if (isJsonObject(value) || value === null) return { config: value ?? {}, strictErrors };
    const problem = `json: cannot unmarshal ${goTypeName(value)} into Go value of type map[string]interface {}`;
    throw badRequest(`error decoding YAML: error unmarshaling JSON: while decoding JSON: ${problem}`);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw badRequest(`error decoding YAML: error converting YAML to JSON: ${error.message}`);
  }
}

/** Upstream answers a configuration that does not match its type with a message but no reason. */
async function applyOrExplain(apply: () => Promise<JsonObject>): Promise<JsonObject> {
  try {
    return await apply();
  } catch (error) {
    if (findStatusError(error) || !(error instanceof Error)) throw error;
    throw unexplained(error.message);
  }
}

function shapeApplied({ view }: Endpoint, config: JsonObject, object: JsonObject): void {
  try {
    view.shape(object, { nulls: 'keep', integers: 'convert' });
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error;
    throw notConverted(
      config,
      `unable to convert unstructured object to ${kindText(config)}: ${conversionProblem(error.message)}`,
    );
  }
}
