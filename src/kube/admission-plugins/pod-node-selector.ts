import {
  annotationsOf,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  metadataOf,
} from '../../apimachinery/meta/index.js';
import { forbidden, internalError } from '../../apimachinery/status/index.js';
import type { AdmissionPlugin, AdmissionRequest } from '../../server/admission/index.js';
import { unexplained } from '../../server/registry/index.js';
import { podSpecOf } from '../pod-spec/index.js';
import { isAbout } from './is-about.js';
import { parseLabelMap } from './label-map.js';
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
  readonly namespaces: () => PluginLister;
}

/** Adds the node selector of the namespace to pods, and rejects pods with labels that the namespace does not allow. */
export class PodNodeSelector implements AdmissionPlugin {
  readonly name = 'PodNodeSelector';
  readonly #options: PodNodeSelectorOptions;

  constructor(options: PodNodeSelectorOptions) {
    this.#options = options;
  }

  handles(operation: string): boolean {
    return operation === 'CREATE';
  }

  admit(request: AdmissionRequest): Promise<void> | void {
    const { object } = request;
    if (object && isAbout(request, '', 'pods')) return this.#complete(request, object);
  }

  validate(request: AdmissionRequest): Promise<void> | void {
    const { object } = request;
    if (object && isAbout(request, '', 'pods')) return this.#check(request, object);
  }

  async #complete(request: AdmissionRequest, pod: JsonObject): Promise<void> {
    const labels = await this.#labelsOf(request.attributes.namespace);
    const spec = podSpecOf(pod);
    refuseConflict(pod, labels);
    if (labels.size > 0) spec.nodeSelector = { ...Object.fromEntries(labels), ...spec.nodeSelector };
    this.#refuseForeign(request, pod);
  }

  async #check(request: AdmissionRequest, pod: JsonObject): Promise<void> {
    refuseConflict(pod, await this.#labelsOf(request.attributes.namespace));
    this.#refuseForeign(request, pod);
  }

  /** Throws `forbidden` for labels outside of the namespace's allowed selector. */
  #refuseForeign({ attributes }: AdmissionRequest, pod: JsonObject): void {
    const allowed = parsed(this.#options.selectors.get(attributes.namespace));
    if (allowed.size === 0) return;
    const own = Object.entries(podSpecOf(pod).nodeSelector ?? {});
    if (own.every(([key, value]) => allowed.get(key) === value)) return;
    throw refused(pod, 'pod node label selector labels conflict with its namespace whitelist');
  }

  /** Returns the node selector of a namespace. */
  async #labelsOf(name: string): Promise<Labels> {
    const { namespaces, selectors } = this.#options;
    const known = namespaces();
    await known.ready();
    const namespace = known.get({ namespace: '', name });
    if (!namespace) throw internalError(new Error(`namespace ${name} does not exist`));
    return parsed(annotationsOf(namespace)[annotation] ?? selectors.get(clusterDefault));
  }
}

function parsed(text = ''): Labels {
  try {
    return parseLabelMap(text);
  } catch (error) {
    throw unexplained((error as Error).message);
  }
}

function refuseConflict(pod: JsonObject, labels: Labels): void {
  for (const [key, value] of Object.entries(podSpecOf(pod).nodeSelector ?? {})) {
    const wanted = labels.get(key);
    if (wanted === undefined || wanted === value) continue;
    throw refused(pod, 'pod node label selector conflicts with its namespace node label selector');
  }
}

function refused(pod: JsonObject, reason: string): Error {
  return forbidden({ group: '', resource: 'pods' }, metadataOf(pod).name ?? '', reason);
}
