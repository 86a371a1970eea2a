// Follows staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.go (v1.36)

import { type JsonObject, metadataOf } from '../../apimachinery/meta/index.js';
import {
  type FieldError,
  type NameRule,
  nameIsDnsSubdomain,
  nameIsPathSegment,
  validateObjectMeta,
  validateObjectMetaUpdate,
} from '../../apimachinery/validation/index.js';
import type { FeatureGates } from '../feature-gates/index.js';
import type { UserInfo } from '../request-context.js';
import type { Resource } from './resource.js';
import type { Strategy, StrategyContext, UpdateValidationContext } from './strategy.js';

interface Validated {
  readonly resource: Resource;
  readonly strategy: Strategy;
  readonly object: JsonObject;
  /** Undefined for a new object. */
  readonly old?: JsonObject;
}

/** The validation of one object: what strategies may know of the request, and the errors of the metadata. */
export class ValidationRun implements UpdateValidationContext {
  readonly namespace: string;
  readonly user: string;
  readonly userInfo?: UserInfo;
  readonly dryRun: boolean;
  readonly features: FeatureGates;
  readonly #validated: Validated;
  #metadata: readonly FieldError[] | undefined;
  #metadataUpdate: readonly FieldError[] | undefined;

  constructor(validated: Validated, { namespace, user, userInfo, dryRun, features }: StrategyContext) {
    this.#validated = validated;
    this.namespace = namespace;
    this.user = user;
    this.dryRun = dryRun;
    this.features = features;
    if (userInfo) this.userInfo = userInfo;
  }

  validateMetadata(): readonly FieldError[] {
    const { object, resource } = this.#validated;
    this.#metadata ??= validateObjectMeta(metadataOf(object), {
      scope: resource.definition.scope,
      nameRule: this.#nameRule(),
    });
    return this.#metadata;
  }

  validateMetadataUpdate(): readonly FieldError[] {
    const { object, old } = this.#validated;
    if (!old) throw new Error('a new object replaces no other');
    this.#metadataUpdate ??= validateObjectMetaUpdate(metadataOf(object), metadataOf(old));
    return this.#metadataUpdate;
  }

  /** The name of an existing object cannot change, and is accepted even if the rule for new names would reject it. */
  #nameRule(): NameRule {
    const { old, strategy } = this.#validated;
    if (old) return nameIsPathSegment;
    return strategy.nameRuleWith?.(this.features) ?? strategy.nameRule ?? nameIsDnsSubdomain;
  }
}
