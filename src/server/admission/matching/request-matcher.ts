import { type JsonObject, labelsOf } from '../../../apimachinery/meta/index.js';
import { andThen, type MaybePromise } from '../../../apimachinery/scheme/index.js';
import {
  type LabelSelector,
  type LabelSelectorSpec,
  labelSelectorFromSpec,
  SelectorError,
} from '../../../apimachinery/selectors/index.js';
import { internalError, notFound } from '../../../apimachinery/status/index.js';
import type { AdmissionAttributes, ObjectForm } from '../../handlers/index.js';
import type { AdmissionRequest } from '../admission-request.js';
import type { FindNamespace } from './find-namespace.js';
import { type Rule, RuleMatcher } from './rule-matcher.js';

/** Which requests a webhook or a policy is about, as they write it. */
export interface MatchCriteria {
  /** All if absent. */
  readonly namespaceSelector?: LabelSelectorSpec;
  readonly objectSelector?: LabelSelectorSpec;
  /** `Exact` if absent. */
  readonly matchPolicy?: string;
  /** Everything if there are none. */
  readonly resourceRules?: readonly Rule[];
  readonly excludeResourceRules?: readonly Rule[];
}

/** Decides which requests something is about. What it is not about costs comparisons, and no waiting. */
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

  /** Whether the rules are about such requests, whatever the selectors say. */
  concerns(attributes: AdmissionAttributes): boolean {
    return this.#formOf(attributes) !== undefined;
  }

  /**
   * The resource and the kind that the request is to be shown as, which may be another version's; undefined: it is not
   * about that request. Throws `notFound` where the namespace would decide, and is not there.
   */
  match(request: AdmissionRequest): MaybePromise<ObjectForm | undefined> {
    const form = this.#formOf(request.attributes);
    if (!form) return undefined;
    this.#selectors ??= compileSelectors(this.#criteria);
    if (!selectsObject(this.#selectors.objects, request)) return undefined;
    return this.#selectsByNamespace(this.#selectors.namespaces, request, form);
  }

  #formOf(attributes: AdmissionAttributes): ObjectForm | undefined {
    const form = this.#included ? this.#included.match(attributes) : attributes;
    return form && this.#excluded?.match(attributes) ? undefined : form;
  }

  #selectsByNamespace(
    selector: LabelSelector,
    { attributes, object }: AdmissionRequest,
    form: ObjectForm,
  ): MaybePromise<ObjectForm | undefined> {
    const isNamespace = attributes.resource.resource === 'namespaces';
    if (selector.isEmpty || (attributes.namespace === '' && !isNamespace)) return form;
    const decide = (namespace: JsonObject): ObjectForm | undefined =>
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

/** What is stored has been checked; a selector that is none all the same is told to those whom it would be about. */
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

/** A namespace that is created or changed counts with the labels that it is to have. */
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

/** What configures webhooks and policies is never asked about by these: nobody could put them right any more. */
export function isAdmissionConfiguration({ kind }: AdmissionAttributes): boolean {
  return kind.group === 'admissionregistration.k8s.io' && configurationKinds.has(kind.kind);
}
