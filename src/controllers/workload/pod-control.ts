// Follows pkg/controller/controller_utils.go (v1.36)
import type { Pod, PodTemplateSpec } from '../../api/core/v1.js';
import { isNotFound, messageOf } from '../../apimachinery/status/index.js';
import { checkDns1123Subdomain } from '../../apimachinery/validation/index.js';
import type { ControllerContext } from '../controller.js';
import type { EventRecorder } from '../events/event-recorder.js';
import { pods } from '../resources.js';
import { isNamespaceTerminating } from '../terminating-namespace.js';
import { controllerReference, type Owner } from './controller-reference.js';

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

/** Creates and deletes pods of owners, and records events about it. */
export class PodControl {
  readonly #context: ControllerContext;
  readonly #recorder: EventRecorder;

  constructor(context: ControllerContext, recorder: EventRecorder) {
    this.#context = context;
    this.#recorder = recorder;
  }

  async create(pod: Pod, owner: Owner): Promise<Pod> {
    const { client, signal } = this.#context;
    try {
      const created = await client.resource<Pod>(pods, owner.metadata.namespace).create(pod, { signal });
      this.#recorder.event(owner, 'Normal', 'SuccessfulCreate', `Created pod: ${created.metadata.name}`);
      return created;
    } catch (error) {
      if (!isNamespaceTerminating(error) && !signal.aborted)
        this.#recorder.event(owner, 'Warning', 'FailedCreate', `Error creating: ${messageOf(error)}`);
      throw error;
    }
  }

  /** Returns false if there is no such pod. */
  async delete({ metadata }: Pod, owner: Owner): Promise<boolean> {
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
