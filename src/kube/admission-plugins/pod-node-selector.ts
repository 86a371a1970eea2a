// Follows plugin/pkg/admission/podnodeselector/admission.go (v1.36)
// Follows staging/src/k8s.io/apimachinery/pkg/labels/labels.go (v1.36)

import type { Namespace, Pod } from '../../api/core/v1.js';
import { annotationsOf, isJsonObject, type JsonValue, metadataOf } from '../../apimachinery/meta/index.js';
import { errorWithoutReason, forbidden, internalError } from '../../apimachinery/status/index.js';
import {
  checkLabelValue,
  checkQualifiedName,
  FieldPath,
  fieldErrorMessage,
} from '../../apimachinery/validation/index.js';
import type { AdmissionHandler, AdmissionRequest } from '../../server/admission/index.js';
import { podSpecOf } from '../pod-spec/index.js';
import { objectOf } from './object-of.js';
import { definePlugin } from './plugin-definition.js';
import type { PluginLister } from './plugin-lister.js';

/** Node selectors as text: by namespace, those that its pods may use, and a cluster default. */
export type NodeSelectors = ReadonlyMap<string, string>;

type Labels = ReadonlyMap<string, string>;

const annotation = 'scheduler.alpha.kubernetes.io/node-selector';
const clusterDefault = 'clusterDefaultNodeSelector';

/** Reads the plug-in configuration. Ignores unknown content, as upstream does. */
export function readNodeSelectors(document: JsonValue | undefined): NodeSelectors {
  const fields = isJsonObject(document) ? Object.entries(document) : [];
  const [, selectors] = fields.find(([name]) => name.toLowerCase() === 'podnodeselectorpluginconfig') ?? [];
  const entries = isJsonObject(selectors) ? Object.entries(selectors) : [];
  return new Map(entries.flatMap(([name, text]) => (typeof text === 'string' ? [[name, text] as const] : [])));
}

export interface PodNodeSelectorOptions {
  readonly selectors: NodeSelectors;
  readonly namespaces: PluginLister<Namespace>;
}

export const podNodeSelector = definePlugin({
  name: 'PodNodeSelector',
  operations: ['CREATE'],
  isDefault: false,
  readConfiguration: readNodeSelectors,
  legacySection: 'podNodeSelectorPluginConfig',
  create: ({ stores }, selectors) => new PodNodeSelector({ selectors, namespaces: stores.lister('', 'namespaces') }),
});

/** Adds the node selector of the namespace to pods, and rejects pods with labels that the namespace does not allow. */
export class PodNodeSelector implements AdmissionHandler {
  readonly #options: PodNodeSelectorOptions;

  constructor(options: PodNodeSelectorOptions) {
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
    const labels = await this.#labelsOf(request.attributes.namespace);
    const spec = podSpecOf(pod);
    refuseConflict(pod, labels);
    if (labels.size > 0) spec.nodeSelector = { ...Object.fromEntries(labels), ...spec.nodeSelector };
    this.#refuseForeign(request, pod);
  }

  async #check(request: AdmissionRequest, pod: Pod): Promise<void> {
    refuseConflict(pod, await this.#labelsOf(request.attributes.namespace));
    this.#refuseForeign(request, pod);
  }

  /** Throws `forbidden` for labels outside of the namespace's allowed selector. */
  #refuseForeign({ attributes }: AdmissionRequest, pod: Pod): void {
    const allowed = parsed(this.#options.selectors.get(attributes.namespace));
    if (allowed.size === 0) return;
    const own = Object.entries(podSpecOf(pod).nodeSelector ?? {});
    if (own.every(([key, value]) => allowed.get(key) === value)) return;
    throw refused(pod, 'pod node label selector labels conflict with its namespace whitelist');
  }

  /** Returns the node selector of a namespace. */
  async #labelsOf(name: string): Promise<Labels> {
    const { namespaces, selectors } = this.#options;
    await namespaces.ready();
    const namespace = namespaces.get({ namespace: '', name });
    if (!namespace) throw internalError(new Error(`namespace ${name} does not exist`));
    return parsed(annotationsOf(namespace)[annotation] ?? selectors.get(clusterDefault));
  }
}

function parsed(text = ''): Labels {
  try {
    return parseLabelMap(text);
  } catch (error) {
    throw errorWithoutReason((error as Error).message);
  }
}

function refuseConflict(pod: Pod, labels: Labels): void {
  for (const [key, value] of Object.entries(podSpecOf(pod).nodeSelector ?? {})) {
    const wanted = labels.get(key);
    if (wanted === undefined || wanted === value) continue;
    throw refused(pod, 'pod node label selector conflicts with its namespace node label selector');
  }
}

function refused(pod: Pod, reason: string): Error {
  return forbidden({ group: '', resource: 'pods' }, metadataOf(pod).name ?? '', reason);
}

/** Parses labels in the form `key=value,key=value`. Throws an error that describes the problem. */
function parseLabelMap(text: string): ReadonlyMap<string, string> {
  const labels = new Map<string, string>();
  if (text === '') return labels;
  for (const label of text.split(',')) {
    const parts = label.split('=');
    if (parts.length !== 2) throw new Error(`invalid selector: [${parts.join(' ')}]`);
    const [key = '', value = ''] = parts.map((part) => part.trim());
    refuse(checkQualifiedName(key), '<nil>', key);
    refuse(checkLabelValue(value), `[${key}]`, value);
    labels.set(key, value);
  }
  return labels;
}

function refuse(problems: readonly string[], field: string, value: string): void {
  if (problems.length === 0) return;
  throw new Error(fieldErrorMessage(FieldPath.of(field).invalid(value, problems.join('; '))));
}
