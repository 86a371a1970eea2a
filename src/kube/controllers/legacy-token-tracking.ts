// Follows pkg/controlplane/controller/legacytokentracking/controller.go (v1.36)

import type { ConfigMap } from '../../api/core/v1.js';
import { systemClock } from '../../apimachinery/clock/index.js';
import { parseTime } from '../../apimachinery/meta/index.js';
import { ignoreAlreadyExists, ignoreNotFound } from '../../apimachinery/status/index.js';
import type { ResourceClient, RestClient } from '../../client/rest/index.js';
import { Repeating } from './repeating.js';

export interface LegacyTokenTrackingOptions {
  readonly client: RestClient;
  readonly onError: (error: unknown) => void;
  readonly now?: () => number;
}

const name = 'kube-apiserver-legacy-service-account-token-tracking';
const intervalMilliseconds = 60_000;

/**
 * Records in a ConfigMap since when the use of secret-based tokens is tracked. The legacy token cleaner counts unused
 * days only from that date.
 */
export class LegacyTokenTracking {
  readonly #configMaps: ResourceClient<ConfigMap>;
  readonly #now: () => number;
  readonly #repeating: Repeating;

  constructor({ client, onError, now = systemClock.now }: LegacyTokenTrackingOptions) {
    this.#configMaps = client.resource<ConfigMap>({ group: '', version: 'v1', resource: 'configmaps' }, 'kube-system');
    this.#now = now;
    this.#repeating = new Repeating({ task: () => this.ensure(), everyMilliseconds: intervalMilliseconds, onError });
  }

  start(): void {
    this.#repeating.start();
  }

  close(): Promise<void> {
    return this.#repeating.close();
  }

  async ensure(): Promise<void> {
    const found = await this.#find();
    const { data = {} } = found ?? {};
    if (isDate(data['since'] ?? '')) return;
    const since = new Date(this.#now()).toISOString().slice(0, 10);
    if (found) await this.#configMaps.update({ ...found, data: { ...data, since } });
    else await this.#create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { since } });
  }

  async #find(): Promise<ConfigMap | undefined> {
    return await this.#configMaps.get(name).catch(ignoreNotFound);
  }

  /** Another server may have created it concurrently. */
  async #create(configMap: ConfigMap): Promise<void> {
    await this.#configMaps.create(configMap).catch(ignoreAlreadyExists);
  }
}

function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && parseTime(`${text}T00:00:00Z`) !== undefined;
}
