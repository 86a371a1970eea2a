import type { ResourceClient, RestClient } from 'trestle/client/rest';
import { groupName as group } from '../apis/wardle/group-name.js';
import type { Fischer, Flunder } from '../apis/wardle/v1alpha1.js';
import type { Flunder as FlunderV1beta1 } from '../apis/wardle/v1beta1.js';

export const flundersV1alpha1 = { group, version: 'v1alpha1', resource: 'flunders' };
export const fischersV1alpha1 = { group, version: 'v1alpha1', resource: 'fischers' };
const flundersV1beta1 = { group, version: 'v1beta1', resource: 'flunders' };

/** A typed client: `wardle.v1alpha1.flunders('default').get('my-first-flunder')`. */
export class WardleClient {
  readonly v1alpha1: {
    flunders(namespace?: string): ResourceClient<Flunder>;
    fischers(): ResourceClient<Fischer>;
  };
  readonly v1beta1: { flunders(namespace?: string): ResourceClient<FlunderV1beta1> };

  constructor(client: RestClient) {
    this.v1alpha1 = {
      flunders: (namespace) => client.resource<Flunder>(flundersV1alpha1, namespace),
      fischers: () => client.resource<Fischer>(fischersV1alpha1),
    };
    this.v1beta1 = { flunders: (namespace) => client.resource<FlunderV1beta1>(flundersV1beta1, namespace) };
  }
}
