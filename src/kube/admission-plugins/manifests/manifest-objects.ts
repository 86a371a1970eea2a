// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/manifest/loader/loader.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/manifest/loader/loader.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/manifest/validation.go (v1.36)

import { decodeYamlYielding } from '../../../apimachinery/codec/index.js';
import {
  aggregateMessages,
  goQuote,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  metadataOf,
} from '../../../apimachinery/meta/index.js';
import {
  type FieldError,
  fieldErrorMessage,
  nameIsDnsSubdomain,
  validateObjectMeta,
} from '../../../apimachinery/validation/index.js';
import type { FeatureGates } from '../../../server/feature-gates/index.js';
import type { ResourceDefinition } from '../../../server/registry/index.js';
import { isStaticNameError, staticSuffix } from '../../groups/admissionregistration/static-names.js';
import type { ManifestDocument } from './manifest-files.js';

const apiVersion = 'admissionregistration.k8s.io/v1';

/** A kind that manifests may contain. */
export interface ManifestKind {
  readonly definition: ResourceDefinition;
  /** Throws if the object has what objects from files must not have. */
  readonly check: (object: JsonObject, place: { readonly name: string; readonly file: string }) => void;
}

interface DecodeOptions {
  readonly kinds: readonly ManifestKind[];
  readonly features: FeatureGates;
}

/**
 * Decodes the objects of manifests: defaulted, validated and sorted by name. Throws an Error that states the problem.
 */
export async function decodeManifests(
  documents: readonly ManifestDocument[],
  { kinds, features }: DecodeOptions,
): Promise<ReadonlyMap<ManifestKind, readonly JsonObject[]>> {
  const decoded = new Map(kinds.map((kind) => [kind, new Map<string, { object: JsonObject; file: string }>()]));
  for (const { file, text } of documents) {
    try {
      for (const object of await objectsOf(text)) {
        const kind = acceptObject(object, { kinds, features });
        const known = decoded.get(kind)!;
        const name = checkedName(object, file, known);
        kind.check(object, { name, file });
        known.set(name, { object, file });
      }
    } catch (error) {
      throw new Error(`error loading ${file}: ${(error as Error).message}`, { cause: error });
    }
  }
  return new Map([...decoded].map(([kind, objects]) => [kind, inOrderOfNames(objects)]));
}

function inOrderOfNames(objects: ReadonlyMap<string, { object: JsonObject }>): readonly JsonObject[] {
  return [...objects].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, { object }]) => object);
}

/** The object of a document, or the items of a list. */
async function objectsOf(text: string): Promise<JsonObject[]> {
  const { value, strictErrors } = await decodeYamlYielding(Buffer.from(text));
  if (strictErrors.length > 0) throw new Error(`strict decoding error: ${strictErrors.join(', ')}`);
  if (!isJsonObject(value) || !value['kind']) throw new Error(`Object 'Kind' is missing in '${text}'`);
  return unlisted(value);
}

function unlisted(object: JsonObject): JsonObject[] {
  const { kind, items } = object;
  const isList = typeof kind === 'string' && kind.endsWith('List') && Array.isArray(items);
  if (!isList) return [object];
  const type = kind === 'List' ? {} : { apiVersion: object['apiVersion']!, kind: kind.slice(0, -'List'.length) };
  return (items as JsonValue[]).filter(isJsonObject).flatMap((item) => unlisted({ ...type, ...item }));
}

/** Decodes, defaults and validates an object, in place; returns its kind. */
function acceptObject(object: JsonObject, { kinds, features }: DecodeOptions): ManifestKind {
  const kind = kinds.find(
    ({ definition }) => object['apiVersion'] === apiVersion && object['kind'] === definition.kind,
  );
  if (!kind) throw new Error(`unsupported resource type ${String(object['apiVersion'])} ${String(object['kind'])}`);
  const version = kind.definition.versions['v1']!;
  const unknown = version.shape?.(object) ?? [];
  if (unknown.length > 0) {
    const fields = unknown.map((path) => `unknown field ${goQuote(path)}`);
    throw new Error(`strict decoding error: ${fields.join(', ')}`);
  }
  version.applyDefaults?.(object, features);
  const errors = errorsOf(object, kind, features);
  if (errors.length === 0) return kind;
  throw new Error(
    `${kind.definition.kind} ${goQuote(metadataOf(object).name ?? '')}: ${aggregateMessages(errors.map(fieldErrorMessage))}`,
  );
}

function errorsOf(object: JsonObject, { definition }: ManifestKind, features: FeatureGates): readonly FieldError[] {
  const nameRule = nameIsDnsSubdomain;
  const validateMetadata = () => validateObjectMeta(metadataOf(object), { scope: 'Cluster', nameRule });
  const context = { namespace: '', user: '', dryRun: false, features, validateMetadata };
  const errors = definition.strategy?.validate?.(object, context) ?? [];
  return errors.filter((error) => !isStaticNameError(error));
}

/** Returns the name, which must be reserved for static objects, and used once. */
function checkedName(object: JsonObject, file: string, known: ReadonlyMap<string, { file: string }>): string {
  const { name = '' } = metadataOf(object);
  const [quoted, place] = [goQuote(name), goQuote(file)];
  if (name === '') throw new Error(`resource in file ${place} must have a name`);
  if (!name.endsWith(staticSuffix)) {
    throw new Error(`${quoted} in file ${place} must have a name ending with ${goQuote(staticSuffix)}`);
  }
  const before = known.get(name)?.file;
  if (before === undefined) return name;
  throw new Error(`duplicate name ${quoted} found in file ${place} (previously seen in ${goQuote(before)})`);
}
