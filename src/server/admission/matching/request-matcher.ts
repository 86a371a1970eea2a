// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/matching/matching.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/predicates/namespace/matcher.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/predicates/object/matcher.go (v1.36)

import { type JsonObject, labelsOf } from '../../../apimachinery/meta/index.js';
import { andThen, type MaybePromise } from '../../../apimachinery/scheme/index.js';
import {
  type LabelSelector,
  type LabelSelectorSpec,
  labelSelectorFromSpec,
  SelectorError,
} from '../../../apimachinery/selectors/index.js';
import { internalError, notFound } from '../../../apimachinery/status/index.js';
import type { AdmissionAttributes, EquivalentResource } from '../../handlers/index.js';
import type { AdmissionRequest } from '../admission-request.js';
import type { FindNamespace } from './find-namespace.js';
import { type Rule, RuleMatcher } from './rule-matcher.js';

/** The match fields of a webhook or policy, as written in the API. */
export interface MatchCriteria {
  /** Unset: matches all. */
  readonly namespaceSelector?: LabelSelectorSpec;
  readonly objectSelector?: LabelSelectorSpec;
  /** Unset: `Exact`. */
  readonly matchPolicy?: string;
  /** Unset: matches all resources. */
  readonly resourceRules?: readonly Rule[];
  readonly excludeResourceRules?: readonly Rule[];
}

/** Decides which requests a webhook or policy matches. If its rules do not match, nothing is awaited. */
export class RequestMatcher {
  readonly #included: RuleMatcher | undefined;
  readonly #excluded: RuleMatcher | undefined;
  readonly #criteria: MatchCriteria;
  readonly #findNamespace: FindNamespace;
  #selectors: Selectors | undefined;

  constructor(criteria: MatchCriteria, findNamespace: FindNamespace) {
    const { resourceRules, excludeResourceRules, matchPolicy } = criteria;
    const options = { equivalent: matchPolicy === 'Equivalent' };
    this.#criteria = criteria;
    this.#included = resourceRules?.length ? new RuleMatcher(resourceRules, options) : undefined;
    this.#excluded = excludeResourceRules?.length ? new RuleMatcher(excludeResourceRules, options) : undefined;
    this.#findNamespace = findNamespace;
  }

  /** Whether the rules match, regardless of the selectors. */
  concerns(attributes: AdmissionAttributes): boolean {
    return this.#formOf(attributes) !== undefined;
  }

  /**
   * Returns the resource and kind to convert the request's objects to, possibly of another version; undefined if the
   * request does not match. Throws `notFound` if the namespaceSelector has to be evaluated and the namespace does not
   * exist.
   */
  match(request: AdmissionRequest): MaybePromise<EquivalentResource | undefined> {
    const form = this.#formOf(request.attributes);
    if (!form) return undefined;
    this.#selectors ??= compileSelectors(this.#criteria);
    if (!selectsObject(this.#selectors.objects, request)) return undefined;
    return this.#selectsByNamespace(this.#selectors.namespaces, request, form);
  }

  #formOf(attributes: AdmissionAttributes): EquivalentResource | undefined {
    const form = this.#included ? this.#included.match(attributes) : attributes;
    return form && this.#excluded?.match(attributes) ? undefined : form;
  }

  #selectsByNamespace(
    selector: LabelSelector,
    { attributes, object }: AdmissionRequest,
    form: EquivalentResource,
  ): MaybePromise<EquivalentResource | undefined> {
    const isNamespace = attributes.resource.resource === 'namespaces';
    if (selector.isEmpty || (attributes.namespace === '' && !isNamespace)) return form;
    const decide = (namespace: JsonObject): EquivalentResource | undefined =>
      selector.matches(labelsOf(namespace)) ? form : undefined;
    if (isNamespace && object && isWritten(attributes)) return decide(object);
    return andThen(this.#findNamespace(attributes.namespace), (namespace) => {
      if (!namespace) throw notFound({ group: '', resource: 'namespaces' }, attributes.namespace);
      return decide(namespace);
    });
  }
}

interface Selectors {
  readonly objects: LabelSelector;
  readonly namespaces: LabelSelector;
}

/** Stored selectors have been validated; an invalid one is an internal error of the requests that it would apply to. */
function compileSelectors({ objectSelector = {}, namespaceSelector = {} }: MatchCriteria): Selectors {
  try {
    return { objects: labelSelectorFromSpec(objectSelector), namespaces: labelSelectorFromSpec(namespaceSelector) };
  } catch (error) {
    throw error instanceof SelectorError ? internalError(error) : error;
  }
}

function selectsObject(selector: LabelSelector, { object, old }: AdmissionRequest): boolean {
  if (selector.isEmpty) return true;
  return (
    (object !== undefined && selector.matches(labelsOf(object))) ||
    (old !== undefined && selector.matches(labelsOf(old)))
  );
}

/** When a namespace is created or updated, its new labels are matched. */
function isWritten({ operation, subresource }: AdmissionAttributes): boolean {
  return subresource === '' && (operation === 'CREATE' || operation === 'UPDATE');
}

const configurationKinds = new Set([
  'ValidatingWebhookConfiguration',
  'MutatingWebhookConfiguration',
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionPolicyBinding',
  'MutatingAdmissionPolicy',
  'MutatingAdmissionPolicyBinding',
]);

/** Webhooks and policies never apply to admission configuration: a broken one could otherwise not be repaired. */
export function isAdmissionConfiguration({ kind }: AdmissionAttributes): boolean {
  return kind.group === 'admissionregistration.k8s.io' && configurationKinds.has(kind.kind);
}
