// Follows pkg/controller/resourceclaim/controller.go (v1.36)

import type { Pod, PodResourceClaim } from '../../api/core/v1.js';
import type { ResourceClaim, ResourceClaimTemplate } from '../../api/resource/v1.js';
import { someAtATime } from '../../apimachinery/event-loop/index.js';
import { compositeKey } from '../../apimachinery/meta/index.js';
import { ignoreNotFound, isNotFound, messageOf, notFound } from '../../apimachinery/status/index.js';
import { type Informer, keyOf } from '../../client/informer/index.js';
import type { Controller, ControllerContext } from '../controller.js';
import { EventRecorder } from '../events/event-recorder.js';
import { firstObject, startAll } from '../first-object.js';
import { isServed } from '../is-served.js';
import { type Enqueue, type Reconciler, reconcilerController } from '../keyed-controller.js';
import { pods, resourceClaims, resourceClaimTemplates } from '../resources.js';
import { controllerReferenceOf, controllerUid } from '../workload/controller-reference.js';
import {
  checkOwner,
  claimNames,
  claimOf,
  hasClaims,
  isGeneratedFor,
  isPodDone,
  needsReservation,
  newClaim,
} from './pod-claims.js';
import { releaseOf, withoutFinalizer } from './release-claim.js';

const fieldManager = 'ResourceClaimController';
const podPrefix = 'pod:';
const claimPrefix = 'claim:';
const byClaim = 'resource-claim';
const byTemplate = 'resource-claim-template';
const byOwner = 'controller';

/**
 * Creates the claims of pods from templates, reserves claims for pods, and releases those that are not used any more.
 */
export const resourceClaimController: Controller = reconcilerController({
  name: 'resourceclaim-controller',
  workers: 50,
  create: (context) => new ResourceClaims(context),
});

class ResourceClaims implements Reconciler {
  readonly #context: ControllerContext;
  readonly #pods: Informer<Pod>;
  readonly #claims: Informer<ResourceClaim>;
  readonly #templates: Informer<ResourceClaimTemplate>;
  readonly #recorder: EventRecorder;
  /** Claims that were created just now, by pod and entry: the informer may be behind. */
  readonly #created = new Map<string, string>();

  constructor(context: ControllerContext) {
    const { informers } = context;
    this.#context = context;
    const inNamespace = ({ metadata }: Pod, names: readonly (string | undefined)[]): string[] =>
      names.flatMap((name) => (name === undefined ? [] : [compositeKey(metadata.namespace ?? '', name)]));
    this.#pods = informers.informer<Pod>(pods, {
      indexers: {
        [byClaim]: (pod) => (hasClaims(pod) ? inNamespace(pod, claimNames(pod)) : []),
        [byTemplate]: (pod) =>
          inNamespace(
            pod,
            (pod.spec.resourceClaims ?? []).map(({ resourceClaimTemplateName }) => resourceClaimTemplateName),
          ),
      },
    });
    this.#claims = informers.informer<ResourceClaim>(resourceClaims, {
      indexers: { [byOwner]: (claim) => [controllerUid(claim) ?? ''] },
    });
    this.#templates = informers.informer<ResourceClaimTemplate>(resourceClaimTemplates);
    this.#recorder = new EventRecorder(context, { component: 'resource_claim' });
  }

  async watch(enqueue: Enqueue): Promise<void> {
    const { signal } = this.#context;
    if (!(await isServed(this.#context, resourceClaims))) return;
    await Promise.race([firstObject(this.#pods, signal, hasClaims), firstObject(this.#claims, signal)]);
    await startAll(this.#pods, this.#claims, this.#templates);
    const considerPod = (pod: Pod): void => this.#considerPod(pod, enqueue);
    const considerUsers = (index: string, { metadata }: ResourceClaim | ResourceClaimTemplate): void => {
      const key = compositeKey(metadata.namespace ?? '', metadata.name ?? '');
      for (const pod of this.#pods.lister.byIndex(index, key)) considerPod(pod);
    };
    const considerClaim = (claim: ResourceClaim): void => {
      enqueue(claimPrefix + keyOf(claim));
      considerUsers(byClaim, claim);
    };
    this.#pods.addHandler({
      added: (pod) => considerPod(pod),
      updated: (_old, pod) => considerPod(pod),
      deleted: (pod) => this.#podDeleted(pod, enqueue),
    });
    this.#claims.addHandler({
      added: considerClaim,
      updated: (_old, claim) => considerClaim(claim),
      deleted: (claim) => considerUsers(byClaim, claim),
    });
    const considerTemplate = (template: ResourceClaimTemplate): void => considerUsers(byTemplate, template);
    this.#templates.addHandler({
      added: considerTemplate,
      updated: (_old, template) => considerTemplate(template),
    });
  }

  #considerPod(pod: Pod, enqueue: Enqueue): void {
    if (!hasClaims(pod)) return;
    if (isPodDone(pod)) enqueueClaims(pod, enqueue);
    else if (!pod.metadata.deletionTimestamp) enqueue(podPrefix + keyOf(pod));
  }

  #podDeleted(pod: Pod, enqueue: Enqueue): void {
    for (const { name } of pod.spec.resourceClaims ?? []) this.#created.delete(createdKey(pod, name));
    enqueueClaims(pod, enqueue);
  }

  async reconcile(key: string): Promise<void> {
    if (key.startsWith(podPrefix)) {
      const pod = this.#pods.lister.getByKey(key.slice(podPrefix.length));
      if (pod && !pod.metadata.deletionTimestamp && !isPodDone(pod)) await this.#reconcilePod(pod);
      return;
    }
    const claim = this.#claims.lister.getByKey(key.slice(claimPrefix.length));
    if (claim) await this.#reconcileClaim(claim);
  }

  async #reconcilePod(pod: Pod): Promise<void> {
    const generated: { name: string; resourceClaimName: string }[] = [];
    for (const entry of pod.spec.resourceClaims ?? []) {
      try {
        const resourceClaimName = await this.#ensureClaim(pod, entry);
        if (resourceClaimName !== undefined) generated.push({ name: entry.name, resourceClaimName });
      } catch (error) {
        const message = `PodResourceClaim ${entry.name}: ${messageOf(error)}`;
        this.#recorder.event(pod, 'Warning', 'FailedResourceClaimCreation', message);
        throw new Error(`pod ${keyOf(pod)}, ${message}`);
      }
    }
    if (generated.length > 0) await this.#applyStatuses(pod, generated);
    if (pod.spec.nodeName) await this.#reserve(pod);
  }

  /** Returns the name of a generated claim that the pod's status does not have yet. */
  async #ensureClaim(pod: Pod, entry: PodResourceClaim): Promise<string | undefined> {
    const { namespace = '', uid = '' } = pod.metadata;
    const known = claimOf(pod, entry);
    if (known && known.name === undefined) return undefined;
    const existing = known?.name === undefined ? undefined : this.#claims.lister.get(known.name, namespace);
    const isUsable = existing && (!known?.isGenerated || controllerUid(existing) === uid);
    if (isUsable || entry.resourceClaimTemplateName === undefined) return undefined;
    // The status may not have been written, or another claim has taken the name.
    const found = this.#claims.lister.byIndex(byOwner, uid).find((claim) => isGeneratedFor(claim, entry));
    const recent = found?.metadata.name ?? this.#created.get(createdKey(pod, entry.name));
    if (recent !== undefined && recent !== known?.name) return recent;
    const claim = newClaim(pod, entry, this.#template(entry.resourceClaimTemplateName, namespace));
    const { client, signal } = this.#context;
    try {
      const created = await client.resource<ResourceClaim>(resourceClaims, namespace).create(claim, { signal });
      this.#created.set(createdKey(pod, entry.name), created.metadata.name ?? '');
      return created.metadata.name;
    } catch (error) {
      throw new Error(`create ResourceClaim : ${messageOf(error)}`);
    }
  }

  #template(name: string, namespace: string): ResourceClaimTemplate {
    const template = this.#templates.lister.get(name, namespace);
    if (template) return template;
    const absent = notFound({ group: 'resource.k8s.io', resource: 'resourceclaimtemplate' }, name);
    throw new Error(`resource claim template ${JSON.stringify(name)}: ${absent.message}`);
  }

  async #applyStatuses({ metadata }: Pod, resourceClaimStatuses: { name: string; resourceClaimName: string }[]) {
    const { name = '', namespace = '' } = metadata;
    const body = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name, namespace },
      status: { resourceClaimStatuses },
    };
    const { client, signal } = this.#context;
    await client
      .resource<Pod>(pods, namespace)
      .subresource(name, 'status')
      .patch({ type: 'apply', body }, { fieldManager, force: true, signal, ignoreResponse: true });
  }

  /** The scheduler reserves claims, unless the pod was assigned to its node without it. */
  async #reserve(pod: Pod): Promise<void> {
    const { namespace = '', name = '', uid = '' } = pod.metadata;
    for (const entry of pod.spec.resourceClaims ?? []) {
      const known = claimOf(pod, entry);
      if (known?.name === undefined) continue;
      const claim = this.#claims.lister.get(known.name, namespace);
      if (!claim) return;
      if (known.isGenerated) checkOwner(claim, pod);
      if (!needsReservation(claim, pod)) continue;
      const reservedFor = [...(claim.status?.reservedFor ?? []), { resource: 'pods', name, uid }];
      await this.#updateStatus(claim, { ...claim.status, reservedFor });
    }
  }

  async #reconcileClaim(claim: ResourceClaim): Promise<void> {
    const { client, signal } = this.#context;
    const consumers = claim.status?.reservedFor ?? [];
    const isKept = await someAtATime(consumers, (consumer) => this.#isNeeded(claim, consumer));
    const remaining = consumers.filter((_, index) => isKept[index]);
    const { status, isUnprotected } = releaseOf(claim, remaining);
    const latest = status ? await this.#updateStatus(claim, status) : claim;
    const ofNamespace = client.resource<ResourceClaim>(resourceClaims, claim.metadata.namespace);
    try {
      if (isUnprotected) await ofNamespace.update(withoutFinalizer(latest), { signal, ignoreResponse: true });
      if (remaining.length === 0 && this.#isOfPodThatIsDone(claim))
        await ofNamespace.delete(claim.metadata.name ?? '', { signal, ignoreResponse: true });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }

  async #isNeeded(
    { metadata: { namespace = '' } }: ResourceClaim,
    consumer: NonNullable<NonNullable<ResourceClaim['status']>['reservedFor']>[number],
  ): Promise<boolean> {
    if (consumer.resource !== 'pods' || consumer.apiGroup) return true;
    const pod = this.#pods.lister.get(consumer.name, namespace);
    if (pod) return pod.metadata.uid === consumer.uid && !isPodDone(pod);
    // The informer may be behind; a scheduler that assigns the pod meanwhile must not lose the reservation.
    const { client, signal } = this.#context;
    const found = await client.resource<Pod>(pods, namespace).get(consumer.name, { signal }).catch(ignoreNotFound);
    return found?.metadata.uid === consumer.uid;
  }

  /** Pods that are gone are left to the garbage collector. */
  #isOfPodThatIsDone({ metadata }: ResourceClaim): boolean {
    const owner = controllerReferenceOf(metadata);
    if (owner?.apiVersion !== 'v1' || owner.kind !== 'Pod') return false;
    const pod = this.#pods.lister.get(owner.name, metadata.namespace);
    return pod !== undefined && (pod.metadata.uid !== owner.uid || isPodDone(pod));
  }

  #updateStatus(claim: ResourceClaim, status: ResourceClaim['status']): Promise<ResourceClaim> {
    const { client, signal } = this.#context;
    const ofNamespace = client.resource<ResourceClaim>(resourceClaims, claim.metadata.namespace);
    return ofNamespace.updateStatus({ ...claim, status }, { signal });
  }
}

function enqueueClaims(pod: Pod, enqueue: Enqueue): void {
  for (const name of claimNames(pod)) enqueue(`${claimPrefix}${pod.metadata.namespace}/${name}`);
}

function createdKey({ metadata }: Pod, entry: string): string {
  return compositeKey(metadata.uid ?? '', entry);
}
