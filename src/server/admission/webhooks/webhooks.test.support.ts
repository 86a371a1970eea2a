import type { JsonObject } from '../../../apimachinery/meta/index.js';
import type { Authorizer } from '../../authorization/index.js';
import { MetricsRegistry } from '../../metrics/index.js';
import type { RequestRecord } from '../../request-context.js';
import { type CallOptions, SampleServer, type TestResponse } from '../../sample-server.test.support.js';
import { type ReceivedReview, type WebhookResponse, WebhookServer } from '../../webhook-server.test.support.js';
import { AdmissionChain, type AdmissionPlugin, allOperations } from '../index.js';
import { MutatingWebhooks, ValidatingWebhooks, type WebhookPluginOptions } from './index.js';
import type { WebhookSpec } from './webhook-configuration.js';

/** The request of an AdmissionReview. */
export interface ReviewRequest extends JsonObject {
  uid: string;
  operation: string;
  object: JsonObject;
  oldObject: JsonObject;
}

export type Review = ReceivedReview<ReviewRequest>;

export const flunders = '/apis/wardle.example.com/v1/namespaces/a/flunders';

export function flunder(name: string, spec: JsonObject = {}, metadata: JsonObject = {}): JsonObject {
  return { apiVersion: 'wardle.example.com/v1', kind: 'Flunder', metadata: { name, ...metadata }, spec };
}

/** The review with this response. */
export function answered({ apiVersion, request }: Review, response: JsonObject = {}): JsonObject {
  return { apiVersion, kind: 'AdmissionReview', response: { uid: request.uid, allowed: true, ...response } };
}

export function patchOf(operations: JsonObject[]): JsonObject {
  return { patchType: 'JSONPatch', patch: Buffer.from(JSON.stringify(operations)).toString('base64') };
}

/** Configurations of one kind that tests can change. */
class Configurations {
  changes = 0;
  #all: JsonObject[] = [];

  set(...configurations: [name: string, ...webhooks: WebhookSpec[]][]): void {
    this.changes++;
    this.#all = configurations.map(
      ([name, ...webhooks]) => ({ metadata: { name }, webhooks }) as unknown as JsonObject,
    );
  }

  ready(): undefined {
    return undefined;
  }

  all(): Iterable<JsonObject> {
    return this.#all;
  }
}

export interface BenchOptions {
  /** Called before and between the webhook plug-ins. */
  readonly plugins?: readonly AdmissionPlugin[];
  readonly authorizer?: Authorizer;
}

/** A server with the sample groups, whose writes go through webhooks, and a webhook server. */
export class WebhookBench {
  readonly mutating = new Configurations();
  readonly validating = new Configurations();
  readonly metrics = new MetricsRegistry();
  /** Annotations of the requests so far. */
  readonly annotations: Record<string, string> = {};
  /** What was logged. */
  readonly warnings: string[] = [];
  readonly errors: unknown[] = [];
  readonly namespaces = new Map<string, JsonObject>();
  readonly webhook: WebhookServer<ReviewRequest>;
  #server: SampleServer | undefined;

  static async start(options: BenchOptions = {}): Promise<WebhookBench> {
    const bench = new WebhookBench(await WebhookServer.start<ReviewRequest>((review) => answered(review)));
    await bench.#start(options);
    return bench;
  }

  private constructor(webhook: WebhookServer<ReviewRequest>) {
    this.webhook = webhook;
  }

  /** A webhook for all flunders, with its own path. */
  hook(name: string, more: Partial<WebhookSpec> = {}): WebhookSpec {
    const { port, caBundle } = this.webhook;
    return {
      name: `${name}.example.com`,
      clientConfig: { url: `https://127.0.0.1:${port}/${name}`, caBundle },
      rules: [{ operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*/*'], scope: '*' }],
      failurePolicy: 'Fail',
      matchPolicy: 'Equivalent',
      sideEffects: 'None',
      timeoutSeconds: 10,
      admissionReviewVersions: ['v1'],
      ...more,
    };
  }

  /** Sets the webhook responses by path. */
  answer(answers: Readonly<Record<string, (review: Review) => WebhookResponse>>): void {
    this.webhook.respond = (review) => {
      const name = review.path.slice(1).split('?')[0]!;
      return (answers[name] ?? ((request: Review) => answered(request)))(review);
    };
  }

  call(method: string, target: string, options: CallOptions = {}): Promise<TestResponse> {
    return this.#server!.call(method, target, options);
  }

  create(object: JsonObject): Promise<TestResponse> {
    return this.call('POST', flunders, { body: object });
  }

  /** Clears configurations, recorded calls and responses. */
  reset(): void {
    this.mutating.set();
    this.validating.set();
    this.answer({});
    this.webhook.reviews.length = 0;
    this.warnings.length = 0;
    this.errors.length = 0;
    for (const key of Object.keys(this.annotations)) delete this.annotations[key];
  }

  /** The paths of the calls, in order. */
  get called(): string[] {
    return this.webhook.reviews.map(({ path }) => path.slice(1).split('?')[0]!);
  }

  async close(): Promise<void> {
    await this.#server?.close();
    await this.webhook.close();
  }

  async #start({ plugins = [], authorizer }: BenchOptions): Promise<void> {
    const options: Omit<WebhookPluginOptions, 'configurations'> = {
      findNamespace: (name) => this.namespaces.get(name),
      resolveService: async () => ({ host: '127.0.0.1', port: this.webhook.port }),
      metrics: this.metrics,
      onWarning: (message) => void this.warnings.push(message),
      onError: (error) => void this.errors.push(error),
      ...(authorizer && { authorizer }),
    };
    const all = [
      this.#recorder(),
      ...plugins,
      new MutatingWebhooks({ ...options, configurations: this.mutating }),
      new ValidatingWebhooks({ ...options, configurations: this.validating }),
    ];
    this.#server = await SampleServer.start({ admission: new AdmissionChain({ plugins: all }) });
  }

  #recorder(): AdmissionPlugin {
    const record = {
      annotate: (key: string, value: string) => {
        this.annotations[key] = value;
      },
    } as unknown as RequestRecord;
    return {
      name: 'Recorder',
      operations: allOperations,
      admit: ({ context }) => {
        context.record = record;
      },
    };
  }
}
