// Follows pkg/controller/controller_utils.go (v1.36)
import type { Pod, PodTemplateSpec } from '../../api/core/v1.js';
import { isNotFound, messageOf } from '../../apimachinery/status/index.js';
import { checkDns1123Subdomain } from '../../apimachinery/validation/index.js';
import { keyOf } from '../../client/informer/index.js';
import type { ControllerContext } from '../controller.js';
import type { EventRecorder } from '../events/event-recorder.js';
import { pods } from '../resources.js';
import { isNamespaceTerminating } from '../terminating-namespace.js';
import { controllerReference, type Owner } from './controller-reference.js';
import { Expectations } from './expectations.js';
import { settleSomeAtATime } from './settle-some-at-a-time.js';
import { slowStart } from './slow-start.js';

/** A pod of a template, without a name. */
export function podFromTemplate({ metadata, spec }: PodTemplateSpec, owner: Owner): Pod {
  const { labels, annotations, finalizers } = metadata;
  const name = owner.metadata.name ?? '';
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      generateName: checkDns1123Subdomain(`${name}-a`).length > 0 ? name : `${name}-`,
      ...(labels && { labels: { ...labels } }),
      ...(annotations && { annotations: { ...annotations } }),
      ...(finalizers && { finalizers: [...finalizers] }),
      ownerReferences: [controllerReference(owner)],
    },
    spec,
    status: {},
  };
}

/**
 * Creates and deletes pods of owners, and records events about it. Before, the caller expects what the informer is to
 * deliver; what it will not deliver is no longer expected afterwards.
 */
export class PodControl {
  readonly expectations: Expectations;
  readonly #context: ControllerContext;
  readonly #recorder: EventRecorder;

  constructor({ context, recorder }: { readonly context: ControllerContext; readonly recorder: EventRecorder }) {
    this.#context = context;
    this.#recorder = recorder;
    this.expectations = new Expectations(context.clock);
  }

  /** Creates pods, few at first. A namespace that is being deleted is no error. */
  async createAll(
    owner: Owner,
    { count, podAt }: { readonly count: number; readonly podAt: (position: number) => Pod },
  ): Promise<{ created: number; error?: unknown }> {
    const { successes: created, error } = await slowStart(count, (position) => this.#create(podAt(position), owner));
    this.expectations.observeCreation(keyOf(owner), count - created);
    return { created, ...(error !== undefined && { error }) };
  }

  /** Returns those that are deleted, and the first error. `prepare` is awaited before each deletion. */
  async deleteAll(
    owner: Owner,
    unwanted: readonly Pod[],
    prepare?: (pod: Pod) => Promise<void>,
  ): Promise<{ deleted: readonly Pod[]; error?: unknown }> {
    const key = keyOf(owner);
    const results = await settleSomeAtATime(unwanted, async (pod) => {
      let isDelivered = false;
      try {
        await prepare?.(pod);
        isDelivered = await this.#delete(pod, owner);
      } finally {
        if (!isDelivered) this.expectations.observeDeletion(key, keyOf(pod));
      }
    });
    const deleted = unwanted.filter((_, position) => results[position]?.status === 'fulfilled');
    const failure = results.find((result) => result.status === 'rejected');
    return { deleted, ...(failure && { error: failure.reason }) };
  }

  async #create(pod: Pod, owner: Owner): Promise<void> {
    const { client, signal } = this.#context;
    try {
      const created = await client.resource<Pod>(pods, owner.metadata.namespace).create(pod, { signal });
      this.#recorder.event(owner, 'Normal', 'SuccessfulCreate', `Created pod: ${created.metadata.name}`);
    } catch (error) {
      if (isNamespaceTerminating(error)) return;
      if (!signal.aborted)
        this.#recorder.event(owner, 'Warning', 'FailedCreate', `Error creating: ${messageOf(error)}`);
      throw error;
    }
  }

  /** Returns false if there is no such pod. */
  async #delete({ metadata }: Pod, owner: Owner): Promise<boolean> {
    const { client, signal } = this.#context;
    const name = metadata.name ?? '';
    try {
      await client.resource<Pod>(pods, metadata.namespace).delete(name, { signal, ignoreResponse: true });
    } catch (error) {
      if (isNotFound(error)) return false;
      if (!signal.aborted)
        this.#recorder.event(owner, 'Warning', 'FailedDelete', `Error deleting: ${messageOf(error)}`);
      throw new Error(`unable to delete pods: ${messageOf(error)}`);
    }
    this.#recorder.event(owner, 'Normal', 'SuccessfulDelete', `Deleted pod: ${name}`);
    return true;
  }
}
