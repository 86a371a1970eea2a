// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/accessors.go (v1.36)

import type { AdmissionAttributes } from '../../handlers/index.js';
import { MatchConditions } from '../cel/index.js';
import { type FindNamespace, RequestMatcher } from '../matching/index.js';
import type { WebhookPoster } from './webhook-clients.js';
import type { WebhookSpec } from './webhook-configuration.js';

/** Options of the audit webhook. */
export interface WebhookOptions {
  /** Name of the configuration. */
  readonly configuration: string;
  /** Index among the webhooks with the same name in the configuration. */
  readonly occurrence: number;
  readonly findNamespace: FindNamespace;
  readonly client: WebhookPoster;
}

/** A webhook of a configuration, with its matcher and client. */
export class Webhook {
  readonly spec: WebhookSpec;
  readonly configuration: string;
  /** Unique. */
  readonly id: string;
  readonly matcher: RequestMatcher;
  readonly client: WebhookPoster;
  #conditions: MatchConditions | undefined;

  constructor(spec: WebhookSpec, { configuration, occurrence, findNamespace, client }: WebhookOptions) {
    this.spec = spec;
    this.configuration = configuration;
    this.id = `${configuration}/${spec.name}/${occurrence}`;
    this.client = client;
    const { rules = [], namespaceSelector, objectSelector, matchPolicy } = spec;
    const criteria = {
      resourceRules: rules,
      ...(namespaceSelector && { namespaceSelector }),
      ...(objectSelector && { objectSelector }),
      ...(matchPolicy && { matchPolicy }),
    };
    this.matcher = new RequestMatcher(criteria, findNamespace);
  }

  get name(): string {
    return this.spec.name;
  }

  /** Whether its rules match, regardless of the selectors. A webhook without rules is never called. */
  concerns(attributes: AdmissionAttributes): boolean {
    return Boolean(this.spec.rules?.length) && this.matcher.concerns(attributes);
  }

  /** Whether requests are admitted when the call fails. */
  get isOptional(): boolean {
    return this.spec.failurePolicy === 'Ignore';
  }

  get timeoutMilliseconds(): number {
    return (this.spec.timeoutSeconds ?? 10) * 1000;
  }

  /** Undefined if there are none; compiled on first use. */
  get conditions(): MatchConditions | undefined {
    const { matchConditions = [] } = this.spec;
    if (matchConditions.length === 0) return undefined;
    this.#conditions ??= MatchConditions.compile(matchConditions, { age: 'stored', hasAuthorizer: true });
    return this.#conditions;
  }
}
