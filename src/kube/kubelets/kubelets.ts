// Follows pkg/kubelet/client/kubelet_client.go (v1.36)
// Follows pkg/registry/core/node/strategy.go (v1.36)

import { lookup } from 'node:dns/promises';
import type { Node, NodeStatus } from '../../api/core/v1.js';
import type { Dial } from '../../apimachinery/dial/index.js';
import { badRequest, errorWithoutReason, isNotFound, notFound } from '../../apimachinery/status/index.js';
import { isGlobalUnicast, isIpv4, parseIpSloppy } from '../../apimachinery/validation/index.js';
import { Backend, type BackendAddress, type KeyPair } from '../../server/proxy/index.js';
import { decodeStored, type Stores } from '../../server/registry/index.js';

export interface KubeletOptions {
  /** --kubelet-certificate-authority, as PEM; unset: serving certificates of kubelets are not verified. */
  readonly authorities?: Buffer | undefined;
  /** --kubelet-client-certificate and --kubelet-client-key. */
  readonly keyPair?: (() => KeyPair | undefined) | undefined;
  /** --kubelet-preferred-address-types */
  readonly addressTypes?: readonly string[] | undefined;
  /** --kubelet-port: used if the node reports none. */
  readonly port?: number | undefined;
  /** --kubelet-timeout: connect timeout. */
  readonly connectMilliseconds?: number | undefined;
  /** --max-connection-bytes-per-sec; unset or 0: no limit. */
  readonly bytesPerSecond?: number | undefined;
  /** Opens connections. Unset: they are direct. */
  readonly dial?: Dial | undefined;
}

/** Connection information for the kubelet of a node. */
export interface Kubelet {
  readonly address: BackendAddress;
  readonly backend: Backend;
  /** Does not verify the serving certificate. */
  readonly insecureBackend: Backend;
  /** Whether WebSockets are translated for the kubelet: those of exec and attach, and those of port-forward. */
  readonly translatesWebSockets: { readonly streams: boolean; readonly ports: boolean };
}

const defaultAddressTypes = ['Hostname', 'InternalDNS', 'InternalIP', 'ExternalDNS', 'ExternalIP'];
const defaultKubeletPort = 10_250;

/** Feature that kubelets declare if they support WebSockets. */
const webSocketFeature = 'ExtendWebSocketsToKubelet';

/** Nodes without a kubelet, whose pods only have a status. */
const simulatedAnnotation = 'simulation.trestle.dev/node';

/** Connection information for kubelets of all nodes. */
export class Kubelets {
  readonly #stores: Pick<Stores, 'get'>;
  readonly #options: KubeletOptions;
  readonly #backend: Backend;
  readonly #insecureBackend: Backend;

  constructor(stores: Pick<Stores, 'get'>, options: KubeletOptions = {}) {
    const { authorities, keyPair, connectMilliseconds, bytesPerSecond, dial } = options;
    this.#stores = stores;
    this.#options = options;
    const common = { keyPair, connectMilliseconds, bytesPerSecond, dial };
    this.#insecureBackend = new Backend({ ...common, isInsecure: true });
    this.#backend = authorities === undefined ? this.#insecureBackend : new Backend({ ...common, authorities });
  }

  /**
   * Throws `notFound` if the node does not exist, `badRequest` if it is simulated, and an internal error if it has no
   * address of a preferred type.
   */
  async of(nodeName: string): Promise<Kubelet> {
    const stored = await this.#stores.get('', 'nodes').get({ namespace: '', name: nodeName });
    const { metadata, status } = decodeStored(stored.value) as Node;
    if (metadata.annotations?.[simulatedAnnotation] === 'true')
      throw badRequest(
        `node ${JSON.stringify(nodeName)} is simulated: its pods have no containers that could be reached`,
      );
    const { port = defaultKubeletPort } = this.#options;
    const declaredPort = status.daemonEndpoints?.kubeletEndpoint?.Port ?? 0;
    return {
      address: { host: this.#addressOf(status), port: declaredPort > 0 ? declaredPort : port },
      backend: this.#backend,
      insecureBackend: this.#insecureBackend,
      translatesWebSockets: this.#translation(status),
    };
  }

  /** Returns the kubelet of a pod. A missing node is reported as `notFound` of pods, which the request is for. */
  async ofPod(nodeName: string): Promise<Kubelet> {
    try {
      return await this.of(nodeName);
    } catch (error) {
      throw isNotFound(error) ? notFound({ group: '', resource: 'pods' }, nodeName) : error;
    }
  }

  /** Existing connections are not interrupted. */
  close(): void {
    this.#backend.retire();
    this.#insecureBackend.retire();
  }

  /** A kubelet that supports WebSockets itself needs no translation. */
  #translation({ declaredFeatures = [] }: NodeStatus): Kubelet['translatesWebSockets'] {
    const { features } = this.#stores.get('', 'nodes');
    const isSupported = features.isEnabled('ExtendWebSocketsToKubelet') && declaredFeatures.includes(webSocketFeature);
    return {
      streams: !isSupported && features.isEnabled('TranslateStreamCloseWebsocketRequests'),
      ports: !isSupported && features.isEnabled('PortForwardWebsockets'),
    };
  }

  #addressOf({ addresses = [] }: NodeStatus): string {
    const { addressTypes = defaultAddressTypes } = this.#options;
    for (const type of addressTypes) {
      const found = addresses.find((each) => each.type === type);
      if (found) return found.address;
    }
    const known = addresses.map(({ type, address }) => `{${type} ${address}}`).join(' ');
    throw errorWithoutReason(`no preferred addresses found; known addresses: [${known}]`);
  }
}

/** Throws `badRequest` if the host resolves to a loopback, link-local or otherwise local address. */
export async function checkProxyable(host: string): Promise<void> {
  const addresses = await lookup(host, { all: true }).catch(() => {
    throw badRequest(`lookup ${host}: no such host`);
  });
  for (const { address } of addresses) checkProxyableAddress(address);
}

/** Throws `badRequest`. */
export function checkProxyableAddress(address: string): void {
  const parsed = parseIpSloppy(address);
  // An IPv4-mapped address counts as IPv4.
  if (!parsed || !isGlobalUnicast({ ...parsed, isIpv4Text: isIpv4(parsed) })) throw badRequest('address not allowed');
}
