// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/conversion/webhook_converter.go (v1.36)

import { randomUUID } from 'node:crypto';
import { systemClock } from '../../apimachinery/clock/index.js';
import type { JsonObject, JsonValue } from '../../apimachinery/meta/index.js';
import type { ConversionStep } from '../../apimachinery/scheme/index.js';
import type { StatusError } from '../../apimachinery/status/index.js';
import { errorWithoutReason, messageOf } from '../../apimachinery/status/index.js';
import { traced } from '../../apimachinery/tracing/index.js';
import { type ResolveService, WebhookClient } from '../../client/webhook/index.js';
import { extensionMetrics, type MetricsRegistry } from '../../server/metrics/index.js';
import type { CustomResourceDefinition } from '../definition/index.js';
import { conversionReview, convertedObjects, reviewVersionOf } from './conversion-review.js';
import { acceptConverted, ConvertedObjectError } from './converted-object.js';

export interface ConversionOptions {
  readonly resolveService: ResolveService;
  readonly timeoutMilliseconds?: number;
  readonly newUid?: () => string;
  readonly metrics?: MetricsRegistry;
}

/** Maximum number of objects in a request to a webhook. */
const maxBatch = 500;

const maxResponseBytes = 256 * 1024 * 1024;

/** Converts the objects of a definition through its webhook. */
export class ConversionWebhook {
  readonly #group: string;
  readonly #reviewVersions: readonly string[];
  readonly #client: WebhookClient;
  readonly #timeoutMilliseconds: number;
  readonly #newUid: () => string;
  readonly #metrics: MetricsRegistry | undefined;
  readonly #name: string;

  constructor({ spec, metadata }: CustomResourceDefinition, options: ConversionOptions) {
    this.#metrics = options.metrics;
    this.#name = metadata.name ?? '';
    const { resolveService, timeoutMilliseconds = 30_000, newUid = randomUUID } = options;
    const { clientConfig: config = {}, conversionReviewVersions } = spec.conversion?.webhook ?? {};
    this.#group = spec.group;
    this.#reviewVersions = conversionReviewVersions ?? [];
    this.#client = new WebhookClient({ config, resolveService, maxResponseBytes });
    this.#timeoutMilliseconds = timeoutMilliseconds;
    this.#newUid = newUid;
  }

  /** Converts objects from one version to another, in the same order. Throws with upstream's messages. */
  readonly convertAll = async (
    objects: readonly JsonObject[],
    step: ConversionStep,
  ): Promise<readonly JsonObject[]> => {
    const begin = systemClock.monotonic();
    let failure = 'conversion_webhook_call_failure';
    try {
      const converted: JsonObject[] = [];
      for (let start = 0; start < objects.length; start += maxBatch) {
        converted.push(...(await this.#convertBatch(objects.slice(start, start + maxBatch), step)));
      }
      failure = '';
      return converted;
    } finally {
      this.#record(step, { failure, seconds: (systemClock.monotonic() - begin) / 1000 });
    }
  };

  #record({ from, to }: ConversionStep, { failure, seconds }: { failure: string; seconds: number }): void {
    const { conversionDuration, conversionRequests } = extensionMetrics;
    const labels = { crd_name: this.#name, from_version: from, to_version: to, succeeded: String(failure === '') };
    this.#metrics?.histogram(conversionDuration).with(labels).observe(seconds);
    const outcome = { result: failure === '' ? 'success' : 'failure', failure_type: failure };
    this.#metrics?.counter(conversionRequests).with(outcome).increment();
  }

  close(): void {
    this.#client.close();
  }

  async #convertBatch(objects: readonly JsonObject[], { from, to }: ConversionStep): Promise<JsonObject[]> {
    if (objects.length === 1 && isEmpty(objects[0]!)) return [{ ...objects[0]!, apiVersion: `${this.#group}/${to}` }];
    const subject = `conversion webhook for ${this.#group}/${from}, Kind=${objects[0]!['kind']}`;
    const desiredApiVersion = `${this.#group}/${to}`;
    const converted = await this.#call(objects, { desiredApiVersion, subject });
    if (converted.length !== objects.length) {
      throw errorWithoutReason(`${subject} returned ${converted.length} objects, expected ${objects.length}`);
    }
    return objects.map((original, index) => {
      try {
        return acceptConverted(original, converted[index]!, desiredApiVersion);
      } catch (error) {
        throw error instanceof ConvertedObjectError ? unacceptable(error, { subject, index, objects }) : error;
      }
    });
  }

  async #call(
    objects: readonly JsonObject[],
    { desiredApiVersion, subject }: { desiredApiVersion: string; subject: string },
  ): Promise<readonly JsonValue[]> {
    const version = reviewVersionOf(this.#reviewVersions);
    const uid = this.#newUid();
    try {
      const review = conversionReview(version, { uid, desiredApiVersion, objects });
      const attributes = {
        'custom-resource-definition': this.#name,
        'desired-api-version': desiredApiVersion,
        'object-count': objects.length,
        UID: uid,
      };
      const response = await traced({ name: 'Call conversion webhook', attributes }, async (span) => {
        const answer = await this.#client.post(review, { timeoutMilliseconds: this.#timeoutMilliseconds });
        span?.addEvent('Request completed');
        return answer;
      });
      return convertedObjects(response, { version, uid });
    } catch (error) {
      throw errorWithoutReason(`${subject} failed: ${messageOf(error)}`);
    }
  }
}

/** Objects with nothing but a type, from which field ownership starts, need no webhook call. */
function isEmpty(object: JsonObject): boolean {
  return Object.keys(object).every((key) => key === 'apiVersion' || key === 'kind');
}

/** Upstream's message for one object differs from that for several. */
function unacceptable(
  { part, message }: ConvertedObjectError,
  { subject, index, objects }: { subject: string; index: number; objects: readonly JsonObject[] },
): StatusError {
  const isOne = objects.length === 1;
  if (part === 'metadata') {
    return errorWithoutReason(
      `${subject} returned invalid metadata${isOne ? '' : ` in object at index ${index}`}: ${message}`,
    );
  }
  if (isOne)
    return errorWithoutReason(`${subject} returned invalid object${part === 'type' ? ' at index 0' : ''}: ${message}`);
  return errorWithoutReason(`${subject} returned invalid converted object at index ${index}: ${message}`);
}
