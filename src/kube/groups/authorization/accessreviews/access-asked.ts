import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import {
  escapeFieldValue,
  formatLabelSelectorSpec,
  type LabelSelectorRequirement,
  labelSelectorFromSpec,
  parseFieldSelector,
  parseLabelSelector,
  SelectorError,
} from '../../../../apimachinery/selectors/index.js';
import { pathAccess, resourceAccess } from '../../../../server/authorization/index.js';
import type { RequestInfo } from '../../../../server/routing/index.js';
import { listIn, objectIn, textIn } from '../../../fields.js';

/** Returns the access that a valid review checks. An invalid selector is omitted, which makes the check broader. */
export function accessAsked({ resourceAttributes, nonResourceAttributes }: JsonObject): RequestInfo {
  if (!resourceAttributes) {
    const { verb, path } = objectIn(nonResourceAttributes);
    return pathAccess(textIn(verb), textIn(path));
  }
  const attributes = objectIn(resourceAttributes);
  const text = (field: string): string => textIn(attributes[field]);
  return resourceAccess({
    verb: text('verb'),
    namespace: text('namespace'),
    apiGroup: text('group'),
    apiVersion: text('version') || '*',
    resource: text('resource'),
    subresource: text('subresource'),
    name: text('name'),
    fieldSelector: selectorText(objectIn(attributes['fieldSelector']), fieldSelectors),
    labelSelector: selectorText(objectIn(attributes['labelSelector']), labelSelectors),
  });
}

/** Returns the errors of selectors that could not be parsed. */
export function selectorProblems({ fieldSelector, labelSelector }: JsonObject): string[] {
  return [
    ...problemOf('fieldSelector', objectIn(fieldSelector), fieldSelectors),
    ...problemOf('labelSelector', objectIn(labelSelector), labelSelectors),
  ];
}

interface SelectorForm {
  /** Both throw SelectorError. */
  readonly parse: (text: string) => unknown;
  /** Formats a requirement in selector syntax. */
  readonly read: (requirement: JsonObject) => string;
}

const fieldSelectors: SelectorForm = { parse: parseFieldSelector, read: readFieldRequirement };
const labelSelectors: SelectorForm = { parse: parseLabelSelector, read: readLabelRequirement };

function problemOf(field: string, { rawSelector, requirements }: JsonObject, { parse, read }: SelectorForm): string[] {
  const all = listIn(requirements).map(objectIn);
  const readable = all.filter((requirement) => isReadable(() => read(requirement)));
  const isWhole = readable.length === all.length && isReadable(() => parse(textIn(rawSelector)));
  if (isWhole) return [];
  return [`spec.resourceAttributes.${field} ${readable.length > 0 ? 'partially ' : ''}ignored due to parse error`];
}

function readLabelRequirement(requirement: JsonObject): string {
  const spec = { matchExpressions: [requirement as unknown as LabelSelectorRequirement] };
  labelSelectorFromSpec(spec);
  return formatLabelSelectorSpec(spec);
}

/** Field selectors support `=` and `!=` only. */
function readFieldRequirement({ key, operator, values }: JsonObject): string {
  const isKnown = operator === 'In' || operator === 'NotIn';
  const [value, ...more] = listIn(values).map(textIn);
  if (!isKnown || value === undefined || more.length > 0) throw new SelectorError('fieldSelectors must have one value');
  return `${textIn(key)}${operator === 'In' ? '=' : '!='}${escapeFieldValue(value)}`;
}

/** Requirements take precedence over `rawSelector`. */
function selectorText({ rawSelector, requirements }: JsonObject, { parse, read }: SelectorForm): string {
  const all = listIn(requirements).map(objectIn);
  if (all.length > 0) {
    const readable = all.filter((requirement) => isReadable(() => read(requirement)));
    return readable.map(read).join(',');
  }
  const text = textIn(rawSelector);
  return isReadable(() => parse(text)) ? text : '';
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
