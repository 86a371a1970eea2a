// Follows plugin/pkg/admission/serviceaccount/admission.go (v1.36)

import { randomInt } from 'node:crypto';
import type { ServiceAccount } from '../../../api/core/v1.js';
import { sleep, systemClock } from '../../../apimachinery/clock/index.js';
import { annotationsOf, goQuote, metadataOf } from '../../../apimachinery/meta/index.js';
import { notFound } from '../../../apimachinery/status/index.js';
import { checkPathSegmentName, generateName, type RandomIndex } from '../../../apimachinery/validation/index.js';
import { type AdmissionHandler, type AdmissionRequest, forbiddenBy } from '../../../server/admission/index.js';
import { decodeStored, type StoredObject } from '../../../server/registry/index.js';
import { mirrorAnnotation, type PodSpec, podSpecOf } from '../../pod-spec/index.js';
import { definePlugin } from '../plugin-definition.js';
import { mountToken } from './mount-token.js';
import { secretProblem } from './mountable-secrets.js';

export interface ServiceAccountOptions {
  readonly find: (namespace: string, name: string) => Promise<StoredObject | undefined>;
  readonly randomIndex: RandomIndex;
  readonly wait: (milliseconds: number) => Promise<void>;
}

const defaultName = 'default';
const enforceAnnotation = 'kubernetes.io/enforce-mountable-secrets';

/** The default account of a new namespace may not exist yet. It usually does after a few milliseconds. */
const defaultAttempts = 10;
const firstWaitMilliseconds = 2;

export const serviceAccount = definePlugin({
  name: 'ServiceAccount',
  operations: ['CREATE', 'UPDATE'],
  isDefault: true,
  create: ({ stores }) =>
    new ServiceAccountAdmission({
      find: (namespace, name) => stores.find('', 'serviceaccounts', { namespace, name }),
      randomIndex: randomInt,
      wait: (milliseconds) => sleep(systemClock, milliseconds),
    }),
});

/** Sets the service account of pods and mounts its token, unless the pod or the account opts out. */
export class ServiceAccountAdmission implements AdmissionHandler {
  readonly #options: ServiceAccountOptions;

  constructor(options: ServiceAccountOptions) {
    this.#options = options;
  }

  async admit(request: AdmissionRequest): Promise<void> {
    const { object: pod, operation } = request;
    if (!pod || operation !== 'CREATE' || !isPod(request)) return;
    if (annotationsOf(pod)[mirrorAnnotation] === undefined) await this.#complete(request, podSpecOf(pod));
    await this.validate(request);
  }

  async validate(request: AdmissionRequest): Promise<void> {
    const { object: pod, operation, attributes } = request;
    if (!pod || !isPod(request)) return;
    if (operation === 'UPDATE' && attributes.subresource !== 'ephemeralcontainers') return;
    const problem =
      operation === 'CREATE' && annotationsOf(pod)[mirrorAnnotation] !== undefined
        ? mirrorProblem(podSpecOf(pod))
        : await this.#problem(request, podSpecOf(pod));
    if (problem !== undefined) throw forbiddenBy(request, problem);
  }

  async #complete(request: AdmissionRequest, spec: PodSpec): Promise<void> {
    spec.serviceAccountName ||= defaultName;
    spec.serviceAccount = spec.serviceAccountName;
    const account = await this.#account(request, spec.serviceAccountName);
    const automount = spec.automountServiceAccountToken ?? account.automountServiceAccountToken ?? true;
    if (automount) mountToken(spec, (prefix) => generateName(prefix, this.#options.randomIndex));
    const { imagePullSecrets: secrets = [] } = account;
    if (!spec.imagePullSecrets?.length && secrets.length > 0) {
      spec.imagePullSecrets = secrets.map(({ name = '' }) => ({ name }));
    }
  }

  async #problem(request: AdmissionRequest, spec: PodSpec): Promise<string | undefined> {
    const { namespace } = request.attributes;
    if (!spec.serviceAccountName) {
      const { name = '' } = metadataOf(request.object ?? {});
      return `no service account specified for pod ${namespace}/${name}`;
    }
    const account = await this.#account(request, spec.serviceAccountName);
    const { [enforceAnnotation]: enforce = '' } = annotationsOf(account);
    if (!['1', 't', 'T', 'true', 'TRUE', 'True'].includes(enforce)) return undefined;
    return secretProblem(account, spec, request.operation === 'UPDATE' ? 'ephemeral' : 'all');
  }

  /** Throws `forbidden` if the account does not exist. */
  async #account(request: AdmissionRequest, name: string): Promise<ServiceAccount> {
    const { find, wait } = this.#options;
    const { namespace } = request.attributes;
    const refuse = (why: string) =>
      forbiddenBy(request, `error looking up service account ${namespace}/${name}: ${why}`);
    const problems = checkPathSegmentName(name);
    if (problems.length > 0) throw refuse(`invalid resource name ${goQuote(name)}: [${problems.join(' ')}]`);
    const attempts = name === defaultName ? defaultAttempts : 1;
    for (let attempt = 1, pause = firstWaitMilliseconds; ; attempt++, pause *= 2) {
      const found = await find(namespace, name);
      if (found) return decodeStored(found.value) as ServiceAccount;
      if (attempt >= attempts) break;
      await wait(pause);
    }
    throw refuse(notFound({ group: '', resource: 'serviceaccount' }, name).message);
  }
}

function isPod({ attributes }: AdmissionRequest): boolean {
  const { resource, subresource } = attributes;
  if (resource.group !== '' || resource.resource !== 'pods') return false;
  return subresource === '' || subresource === 'ephemeralcontainers';
}

/** Mirror pods, which a kubelet runs from static manifests, may not use service accounts or secrets. */
function mirrorProblem(spec: PodSpec): string | undefined {
  if (spec.serviceAccountName) return 'a mirror pod may not reference service accounts';
  const { volumes = [] } = spec;
  const containers = [...(spec.initContainers ?? []), ...(spec.containers ?? [])];
  const namesSecret =
    volumes.some(({ secret, projected }) => secret || projected?.sources?.some((source) => source.secret)) ||
    (spec.imagePullSecrets?.length ?? 0) > 0 ||
    containers.some(
      ({ env = [], envFrom = [] }) =>
        env.some(({ valueFrom }) => valueFrom?.secretKeyRef) || envFrom.some(({ secretRef }) => secretRef),
    );
  if (namesSecret) return 'a mirror pod may not reference secrets';
  const hasToken = volumes.some(({ projected }) => projected?.sources?.some((source) => source.serviceAccountToken));
  return hasToken ? 'a mirror pod may not use ServiceAccountToken volume projections' : undefined;
}
