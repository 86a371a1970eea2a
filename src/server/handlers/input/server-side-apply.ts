// Follows staging/src/k8s.io/apiserver/pkg/endpoints/handlers/patch.go (v1.36)
import { DecodeError, decodeCborYielding, decodeYamlYielding } from '../../../apimachinery/codec/index.js';
import { beginStages, shouldYieldBetweenStages, yieldToEventLoop } from '../../../apimachinery/event-loop/index.js';
import { cloneJsonYielding, isJsonObject, type JsonObject } from '../../../apimachinery/meta/index.js';
import { applyCborPatchType, goTypeName } from '../../../apimachinery/patch/index.js';
import { badRequest, errorWithoutReason, findStatusError } from '../../../apimachinery/status/index.js';
import { ShapeError } from '../../dialect/index.js';
import type { RequestContext } from '../../request-context.js';
import type { Endpoint } from '../endpoint.js';
import { kindText, notConverted } from './apply-errors.js';
import { cborMismatch, mapType } from './cbor-problems.js';
import { conversionProblem } from './conversion-problem.js';
import type { Patched, PatchRequest } from './patch-types.js';
import { warnOf } from './strict-errors.js';

/** Server-side apply: the only patch that creates a missing object. */
export async function applyPatch(
  endpoint: Endpoint,
  context: RequestContext,
  { type, bytes, options }: PatchRequest,
): Promise<Patched> {
  const { fieldManager: manager = '', force = false, fieldValidation } = options;
  beginStages(bytes.length);
  const { config, strictErrors } = await (type === applyCborPatchType ? decodeCbor(bytes) : decodeYaml(bytes));
  return async (live) => {
    if (shouldYieldBetweenStages()) await yieldToEventLoop();
    if (live) endpoint.view.applyChecks?.checkLive(live);
    const applied = await applyOrExplain(() => endpoint.fieldManager.apply(live, config, { manager, force }));
    if (strictErrors.length > 0 && fieldValidation === 'Strict') {
      throw badRequest(`error strict decoding YAML: error converting YAML to JSON: ${strictErrors.join(', ')}`);
    }
    if (fieldValidation !== 'Ignore') warnOf(context, strictErrors);
    // The applied object shares parts with the live one, which must not be modified.
    if (shouldYieldBetweenStages()) await yieldToEventLoop();
    const object = await cloneJsonYielding(applied);
    if (shouldYieldBetweenStages()) await yieldToEventLoop();
    if (live) endpoint.view.applyChecks?.checkApplied(config, { live, applied: object });
    shapeApplied(endpoint, config, object);
    if (shouldYieldBetweenStages()) await yieldToEventLoop();
    return object;
  };
}

interface Configuration {
  readonly config: JsonObject;
  readonly strictErrors: readonly string[];
}

/** Upstream's messages say YAML whatever the patch is. */
async function decodeCbor(bytes: Buffer): Promise<Configuration> {
  try {
    const { value, strictErrors } = await decodeCborYielding(bytes);
    if (isJsonObject(value) || value === null) return { config: value ?? {}, strictErrors };
    throw new DecodeError(cborMismatch(bytes, mapType));
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw badRequest(`error decoding YAML: ${error.message}`);
  }
}

async function decodeYaml(bytes: Buffer): Promise<Configuration> {
  try {
    const { value, strictErrors } = await decodeYamlYielding(bytes);
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
    throw errorWithoutReason(error.message);
  }
}

function shapeApplied({ view }: Endpoint, config: JsonObject, object: JsonObject): void {
  try {
    view.shape(object, { nulls: 'keep', integers: 'convert' });
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error;
    throw notConverted(
      config,
      `unable to convert unstructured object to ${kindText(config)}: ${conversionProblem(error)}`,
    );
  }
}
