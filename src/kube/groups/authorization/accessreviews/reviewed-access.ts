// Follows pkg/registry/authorization/util/helpers.go (v1.36)

import type {
  FieldSelectorAttributes,
  LabelSelectorAttributes,
  ResourceAttributes,
  SelfSubjectAccessReviewSpec,
} from '../../../../api/authorization/v1.js';
import type { FieldSelectorRequirement, LabelSelectorRequirement } from '../../../../api/meta/v1.js';
import {
  escapeFieldValue,
  formatLabelSelectorSpec,
  labelSelectorFromSpec,
  parseFieldSelector,
  parseLabelSelector,
  SelectorError,
} from '../../../../apimachinery/selectors/index.js';
import { pathAccess, resourceAccess } from '../../../../server/authorization/index.js';
import type { RequestInfo } from '../../../../server/routing/index.js';

/** Returns the access that a valid review checks. An invalid selector is omitted, which makes the check broader. */
export function reviewedAccess(spec: SelfSubjectAccessReviewSpec): RequestInfo {
  const { resourceAttributes: attributes, nonResourceAttributes = {} } = spec;
  if (!attributes) return pathAccess(nonResourceAttributes.verb ?? '', nonResourceAttributes.path ?? '');
  return resourceAccess({
    verb: attributes.verb ?? '',
    namespace: attributes.namespace ?? '',
    apiGroup: attributes.group ?? '',
    apiVersion: attributes.version || '*',
    resource: attributes.resource ?? '',
    subresource: attributes.subresource ?? '',
    name: attributes.name ?? '',
    fieldSelector: selectorText(attributes.fieldSelector, fieldSelectors),
    labelSelector: selectorText(attributes.labelSelector, labelSelectors),
  });
}

/** Returns the errors of selectors that could not be parsed. */
export function selectorProblems({ fieldSelector, labelSelector }: ResourceAttributes): string[] {
  return [
    ...problemOf('fieldSelector', fieldSelector, fieldSelectors),
    ...problemOf('labelSelector', labelSelector, labelSelectors),
  ];
}

type Requirement = FieldSelectorRequirement | LabelSelectorRequirement;
type SelectorAttributes = FieldSelectorAttributes | LabelSelectorAttributes;

interface SelectorForm {
  /** Both throw SelectorError. */
  readonly parse: (text: string) => unknown;
  /** Formats a requirement in selector syntax. */
  readonly format: (requirement: Requirement) => string;
}

const fieldSelectors: SelectorForm = { parse: parseFieldSelector, format: formatFieldRequirement };
const labelSelectors: SelectorForm = { parse: parseLabelSelector, format: formatLabelRequirement };

function problemOf(
  field: string,
  { rawSelector = '', requirements = [] }: SelectorAttributes = {},
  { parse, format }: SelectorForm,
): string[] {
  const readable = requirements.filter((requirement) => isReadable(() => format(requirement)));
  const isWhole = readable.length === requirements.length && isReadable(() => parse(rawSelector));
  if (isWhole) return [];
  return [`spec.resourceAttributes.${field} ${readable.length > 0 ? 'partially ' : ''}ignored due to parse error`];
}

function formatLabelRequirement(requirement: Requirement): string {
  const spec = { matchExpressions: [requirement] };
  labelSelectorFromSpec(spec);
  return formatLabelSelectorSpec(spec);
}

/** Field selectors support `=` and `!=` only. */
function formatFieldRequirement({ key, operator, values = [] }: Requirement): string {
  const isKnown = operator === 'In' || operator === 'NotIn';
  const [value, ...more] = values;
  if (!isKnown || value === undefined || more.length > 0) throw new SelectorError('fieldSelectors must have one value');
  return `${key}${operator === 'In' ? '=' : '!='}${escapeFieldValue(value)}`;
}

/** Requirements take precedence over `rawSelector`. */
function selectorText(
  { rawSelector = '', requirements = [] }: SelectorAttributes = {},
  { parse, format }: SelectorForm,
): string {
  if (requirements.length > 0) {
    const readable = requirements.filter((requirement) => isReadable(() => format(requirement)));
    return readable.map(format).join(',');
  }
  return isReadable(() => parse(rawSelector)) ? rawSelector : '';
}

function isReadable(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch (error) {
    if (error instanceof SelectorError) return false;
    throw error;
  }
}
