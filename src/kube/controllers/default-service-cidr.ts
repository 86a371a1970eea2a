// Follows pkg/controlplane/controller/defaultservicecidr/default_servicecidr_controller.go (v1.36)

import type { ServiceCIDR } from '../../api/networking/v1.js';
import { systemClock } from '../../apimachinery/clock/index.js';
import { isBeingDeleted, jsonEqual, metadataOf } from '../../apimachinery/meta/index.js';
import { ignoreNotFound, isAlreadyExists } from '../../apimachinery/status/index.js';
import type { RestClient } from '../../client/rest/index.js';
import { PeriodicController } from './periodic-controller.js';

export interface DefaultServiceCidrOptions {
  readonly client: RestClient;
  /** Networks of --service-cluster-ip-range, in canonical form. */
  readonly ranges: readonly string[];
  readonly onError: (error: unknown) => void;
}

const name = 'kubernetes';
const resource = '/apis/networking.k8s.io/v1/servicecidrs';
const fieldManager = 'kubernetes-service-cidr-controller';
const intervalMilliseconds = 10_000;

/**
 * Ensures that the networks of the flag exist as a ServiceCIDR with a Ready condition. An object that differs from the
 * flag is not changed, except for adding a second IP family.
 */
export class DefaultServiceCidr extends PeriodicController {
  readonly #options: DefaultServiceCidrOptions;

  constructor(options: DefaultServiceCidrOptions) {
    super(intervalMilliseconds);
    this.#options = options;
  }

  async reconcile(): Promise<void> {
    try {
      await this.#settle((await this.#find()) ?? (await this.#create()));
    } catch (error) {
      if (!isAlreadyExists(error)) this.#options.onError(error);
    }
  }

  async #find(): Promise<ServiceCIDR | undefined> {
    const target = `${resource}/${name}`;
    const found = await this.#options.client.object({ method: 'GET', target }).catch(ignoreNotFound);
    return found as ServiceCIDR | undefined;
  }

  async #create(): Promise<ServiceCIDR> {
    const spec = { cidrs: [...this.#options.ranges] };
    const body = { apiVersion: 'networking.k8s.io/v1', kind: 'ServiceCIDR', metadata: { name }, spec };
    return (await this.#options.client.object({ method: 'POST', target: resource, body })) as ServiceCIDR;
  }

  async #settle(network: ServiceCIDR): Promise<void> {
    const cidrs = network.spec.cidrs ?? [];
    const ranges = [...this.#options.ranges];
    if (isBeingDeleted(metadataOf(network))) return;
    if (ranges.length === 2 && cidrs.length === 1 && cidrs[0] === ranges[0]) await this.#addFamily(network, ranges);
    else if (jsonEqual(cidrs, ranges) && !saysWhetherReady(network)) await this.#markReady();
  }

  async #addFamily(network: ServiceCIDR, cidrs: string[]): Promise<void> {
    const body = { ...network, spec: { ...network.spec, cidrs } };
    await this.#options.client.response({ method: 'PUT', target: `${resource}/${name}`, body });
  }

  async #markReady(): Promise<void> {
    const condition = {
      type: 'Ready',
      status: 'True',
      message: 'Kubernetes default Service CIDR is ready',
      lastTransitionTime: `${new Date(systemClock.now()).toISOString().slice(0, 19)}Z`,
    };
    await this.#options.client.response({
      method: 'PATCH',
      target: `${resource}/${name}/status?fieldManager=${fieldManager}&force=true`,
      contentType: 'application/apply-patch+yaml',
      body: {
        apiVersion: 'networking.k8s.io/v1',
        kind: 'ServiceCIDR',
        metadata: { name },
        status: { conditions: [condition] },
      },
    });
  }
}

function saysWhetherReady({ status }: ServiceCIDR): boolean {
  return status?.conditions?.some(({ type, status: value }) => type === 'Ready' && value !== 'Unknown') ?? false;
}
