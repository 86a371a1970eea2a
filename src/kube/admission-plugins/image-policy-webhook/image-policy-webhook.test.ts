import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../apimachinery/meta/index.js';
import { forbidden } from '../../../apimachinery/status/index.js';
import { type RequestFields, refusal } from '../plugin.test.support.js';
import { readImagePolicyConfiguration } from './configuration.js';
import { ImagePolicyWebhook } from './image-policy-webhook.js';

/** A plug-in whose webhook responds with a status, or fails. */
class Policy {
  readonly reviews: JsonObject[] = [];
  answer: JsonObject | Error = { allowed: true };
  now = 0;
  readonly #plugin: ImagePolicyWebhook;

  constructor({ allowsByDefault = false } = {}) {
    this.#plugin = new ImagePolicyWebhook({
      review: async (review) => {
        this.reviews.push(review);
        if (this.answer instanceof Error) throw this.answer;
        return { ...review, status: this.answer };
      },
      allowMilliseconds: 300,
      denyMilliseconds: 30,
      allowsByDefault,
      now: () => this.now,
    });
  }

  ask(given: Partial<RequestFields> = {}): Promise<string | undefined> {
    return refusal(this.#plugin, 'validate', { resource: 'pods', namespace: 'a', object: pod(), ...given });
  }
}

function pod(spec: JsonObject = {}, annotations: JsonObject = {}): JsonObject {
  return { metadata: { name: 'p', annotations }, spec: { containers: [{ name: 'c', image: 'i' }], ...spec } };
}

describe('images', () => {
  it('are shown with what the pod says about them', async () => {
    const policy = new Policy();
    const object = pod(
      { initContainers: [{ name: 'j', image: 'j' }], ephemeralContainers: [{ name: 'e', image: 'e' }] },
      { 'x.image-policy.k8s.io/ticket': '1', other: '2' },
    );
    expect(await policy.ask({ object })).toBeUndefined();
    expect(await policy.ask({ object, subresource: 'ephemeralcontainers', operation: 'UPDATE' })).toBeUndefined();
    const annotations = { 'x.image-policy.k8s.io/ticket': '1' };
    expect(policy.reviews[0]).toEqual({
      kind: 'ImageReview',
      apiVersion: 'imagepolicy.k8s.io/v1alpha1',
      metadata: {},
      spec: { containers: [{ image: 'i' }, { image: 'j' }], annotations, namespace: 'a' },
      status: { allowed: false },
    });
    expect(policy.reviews[1]?.['spec']).toEqual({ containers: [{ image: 'e' }], annotations, namespace: 'a' });
    await policy.ask({ subresource: 'status' });
    await policy.ask({ resource: 'services' });
    expect(policy.reviews).toHaveLength(2);
  });

  it('are refused with a reason, or without', async () => {
    const policy = new Policy();
    policy.answer = { allowed: false, reason: 'not ours' };
    const refused = '403 pods "p" is forbidden: ';
    expect(await policy.ask()).toBe(`${refused}image policy webhook backend denied one or more images: not ours`);
    policy.answer = {};
    expect(await policy.ask({ namespace: 'b' })).toBe(`${refused}one or more images rejected by webhook backend`);
  });

  it('are reviewed again after a while', async () => {
    const policy = new Policy();
    await policy.ask();
    policy.now = 299;
    await policy.ask();
    expect(policy.reviews).toHaveLength(1);
    policy.answer = { allowed: false };
    policy.now = 300;
    await policy.ask();
    policy.now = 329;
    expect(await policy.ask()).toMatch(/^403/);
    expect(policy.reviews).toHaveLength(2);
    policy.now = 330;
    await policy.ask();
    expect(policy.reviews).toHaveLength(3);
  });

  it('without a decision are refused, or not, as configured', async () => {
    const strict = new Policy();
    strict.answer = new Error('no route');
    expect(await strict.ask()).toBe('403 pods "p" is forbidden: no route');
    strict.answer = forbidden({ group: '', resource: 'images' }, 'i', 'go away');
    expect(await strict.ask()).toBe('403 images "i" is forbidden: go away');
    const lenient = new Policy({ allowsByDefault: true });
    lenient.answer = new Error('no route');
    expect([await lenient.ask(), await lenient.ask()]).toEqual([undefined, undefined]);
    expect(lenient.reviews).toHaveLength(2);
  });
});

describe('a configuration', () => {
  const read = (imagePolicy: JsonObject) => readImagePolicyConfiguration({ imagePolicy });

  it('has times, which are usual ones where they are not given', () => {
    expect(read({ kubeConfigFile: 'k', defaultAllow: true })).toEqual({
      kubeconfigFile: 'k',
      allowMilliseconds: 300_000,
      denyMilliseconds: 30_000,
      retryMilliseconds: 500,
      allowsByDefault: true,
    });
    expect(read({ allowTTL: 1800, denyTTL: -1, retryBackoff: 1 })).toMatchObject({
      allowMilliseconds: 1_800_000,
      denyMilliseconds: 0,
      retryMilliseconds: 1,
    });
  });

  it.each<[JsonObject, string]>([
    [{ allowTTL: 4000 }, 'valid value is between 1s and 30m0s, got 1h6m40s'],
    [{ denyTTL: -5 }, 'valid value is between 1s and 30m0s, got -5s'],
    [{ retryBackoff: 300_500 }, 'valid value is between 1ns and 5m0s, got 5m0.5s'],
    [{ retryBackoff: -200 }, 'valid value is between 1ns and 5m0s, got -200ms'],
    [
      { allowTTL: '1' },
      'json: cannot unmarshal string into Go struct field AdmissionConfig.imagePolicy.allowTTL of type int64',
    ],
  ])('%j is refused', (imagePolicy, problem) => {
    expect(() => read(imagePolicy)).toThrow(new Error(problem));
  });

  it('must be there', () => {
    expect(() => readImagePolicyConfiguration(undefined)).toThrow('no config specified');
  });
});
