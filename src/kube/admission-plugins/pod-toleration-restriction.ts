// Follows plugin/pkg/admission/podtolerationrestriction/admission.go (v1.36)
// Follows plugin/pkg/admission/podtolerationrestriction/config.go (v1.36)
// Follows pkg/apis/core/helper/helpers.go (v1.36)

import type { Namespace, Pod } from '../../api/core/v1.js';
import { decodeJson } from '../../apimachinery/codec/index.js';
import { readConfiguration } from '../../apimachinery/configuration/index.js';
import {
  annotationsOf,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  jsonTypeName,
} from '../../apimachinery/meta/index.js';
import { errorWithoutReason, notFound } from '../../apimachinery/status/index.js';
import { FieldPath, fieldErrorMessage } from '../../apimachinery/validation/index.js';
import type { AdmissionHandler, AdmissionRequest } from '../../server/admission/index.js';
import { podSpecOf, qosClassOf, type Toleration, validateTolerations } from '../pod-spec/index.js';
import { objectOf } from './object-of.js';
import { definePlugin } from './plugin-definition.js';
import type { PluginLister } from './plugin-lister.js';
import { areAllowed, mergeTolerations } from './tolerations.js';

/** Applies to namespaces without annotations of their own. */
export interface TolerationRules {
  /** Added to the tolerations of new pods. */
  readonly defaults: readonly Toleration[];
  /** Tolerations that pods may have; empty: all. */
  readonly allowed: readonly Toleration[];
}

const configuration = {
  kind: 'Configuration',
  apiVersions: ['podtolerationrestriction.admission.k8s.io/v1alpha1'],
  unknownFields: 'ignored',
} as const;

/** Reads the plug-in configuration. Throws an error that describes the problem. */
export function readTolerationRules(document: JsonValue | undefined): TolerationRules {
  if (document === undefined) return { defaults: [], allowed: [] };
  const rules = readConfiguration(document, configuration, (fields) => ({
    defaults: readTolerations(fields.value('default') ?? []),
    allowed: readTolerations(fields.value('whitelist') ?? []),
  }));
  const path = FieldPath.of('podtolerationrestriction');
  const errors = [
    ...validateTolerations(rules.defaults, path.child('default')),
    ...validateTolerations(rules.allowed, path.child('whitelist')),
  ];
  if (errors.length > 0) throw new Error(`invalid config: [${errors.map(fieldErrorMessage).join(' ')}]`);
  return rules;
}

export interface PodTolerationRestrictionOptions {
  readonly rules: TolerationRules;
  readonly namespaces: PluginLister<Namespace>;
}

const defaultsAnnotation = 'scheduler.alpha.kubernetes.io/defaultTolerations';
const allowedAnnotation = 'scheduler.alpha.kubernetes.io/tolerationsWhitelist';
const memoryPressure = { key: 'node.kubernetes.io/memory-pressure', operator: 'Exists', effect: 'NoSchedule' };

export const podTolerationRestriction = definePlugin({
  name: 'PodTolerationRestriction',
  operations: ['CREATE', 'UPDATE'],
  isDefault: false,
  readConfiguration: readTolerationRules,
  create: ({ stores }, rules) => new PodTolerationRestriction({ rules, namespaces: stores.lister('', 'namespaces') }),
});

/** Adds the default tolerations of the namespace to pods, and rejects those that it does not allow. */
export class PodTolerationRestriction implements AdmissionHandler {
  readonly #options: PodTolerationRestrictionOptions;

  constructor(options: PodTolerationRestrictionOptions) {
    this.#options = options;
  }

  admit(request: AdmissionRequest): Promise<void> | void {
    const pod = objectOf<Pod>(request, '', 'pods');
    if (pod) return this.#complete(request, pod);
  }

  validate(request: AdmissionRequest): Promise<void> | void {
    const pod = objectOf<Pod>(request, '', 'pods');
    if (pod) return this.#check(request, pod);
  }

  async #complete(request: AdmissionRequest, pod: Pod): Promise<void> {
    const added = request.operation === 'CREATE' ? [...(await this.#defaultsFor(request))] : [];
    if (serviceClassOf(pod) !== 'BestEffort') added.push({ ...memoryPressure });
    const spec = podSpecOf(pod);
    if (added.length > 0) spec.tolerations = mergeTolerations(spec.tolerations ?? [], added);
    await this.#check(request, pod);
  }

  async #check(request: AdmissionRequest, pod: Pod): Promise<void> {
    const { tolerations = [] } = podSpecOf(pod);
    if (tolerations.length === 0) return;
    const own = tolerationsIn(await this.#namespaceOf(request), allowedAnnotation);
    const allowed = own ?? this.#options.rules.allowed;
    if (allowed.length === 0 || areAllowed(tolerations, allowed)) return;
    const problem = 'pod tolerations (possibly merged with namespace default tolerations) conflict with its';
    throw errorWithoutReason(`${problem} ${own ? 'namespace' : 'cluster'} whitelist`);
  }

  async #defaultsFor(request: AdmissionRequest): Promise<readonly Toleration[]> {
    return tolerationsIn(await this.#namespaceOf(request), defaultsAnnotation) ?? this.#options.rules.defaults;
  }

  async #namespaceOf({ attributes }: AdmissionRequest): Promise<Namespace> {
    const { namespaces } = this.#options;
    await namespaces.ready();
    const found = namespaces.get({ namespace: '', name: attributes.namespace });
    if (!found) throw notFound({ group: '', resource: 'namespaces' }, attributes.namespace);
    return found;
  }
}

function serviceClassOf(pod: Pod): string {
  return pod.status?.qosClass || qosClassOf(podSpecOf(pod));
}

/** Parses an annotation of a namespace; undefined if it is not set. */
function tolerationsIn(namespace: Namespace, annotation: string): Toleration[] | undefined {
  const text = annotationsOf(namespace)[annotation];
  if (text === undefined) return undefined;
  try {
    return text === '' ? [] : readTolerations(decodeJson(Buffer.from(text)));
  } catch (error) {
    throw errorWithoutReason((error as Error).message);
  }
}

/** Decodes tolerations from outside a pod, such as an annotation. Throws an error that describes the problem. */
function readTolerations(value: JsonValue): Toleration[] {
  if (value === null) return [];
  if (!Array.isArray(value)) throw mismatch(value, 'value of type []v1.Toleration');
  return value.map((item) => {
    if (!isJsonObject(item)) throw mismatch(item, 'value of type v1.Toleration');
    return readToleration(item);
  });
}

function readToleration(item: JsonObject): Toleration {
  const toleration: Toleration = {};
  for (const name of ['key', 'operator', 'value', 'effect'] as const) {
    const text = item[name] ?? '';
    if (typeof text !== 'string') throw mismatch(text, `struct field Toleration.${name} of type string`);
    if (text !== '') toleration[name] = text;
  }
  const seconds = item['tolerationSeconds'] ?? undefined;
  if (seconds === undefined) return toleration;
  if (!Number.isInteger(seconds)) throw mismatch(seconds, 'struct field Toleration.tolerationSeconds of type int64');
  return { ...toleration, tolerationSeconds: seconds as number };
}

function mismatch(value: JsonValue, wanted: string): Error {
  return new Error(`json: cannot unmarshal ${jsonTypeName(value)} into Go ${wanted}`);
}
