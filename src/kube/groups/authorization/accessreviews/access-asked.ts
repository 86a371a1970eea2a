import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import {
  type LabelSelectorRequirement,
  labelSelectorFromSpec,
  parseFieldSelector,
  parseLabelSelector,
  SelectorError,
} from '../../../../apimachinery/selectors/index.js';
import { pathAccess, resourceAccess } from '../../../../server/authorization/index.js';
import type { RequestInfo } from '../../../../server/routing/index.js';
import { listIn, objectIn, textIn } from '../../../fields.js';

/** The question that a valid review asks. A selector that cannot be read is left out: the question is then the broader one. */
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
    fieldSelector: readableText(attributes['fieldSelector'], parseFieldSelector),
    labelSelector: readableText(attributes['labelSelector'], parseLabelSelector),
  });
}

/** What of the selectors in a question was not understood. */
export function selectorProblems({ fieldSelector, labelSelector }: JsonObject): string[] {
  return [
    ...problemOf('fieldSelector', objectIn(fieldSelector), { parse: parseFieldSelector, read: readFieldRequirement }),
    ...problemOf('labelSelector', objectIn(labelSelector), { parse: parseLabelSelector, read: readLabelRequirement }),
  ];
}

interface SelectorForm {
  /** Both throw SelectorError. */
  readonly parse: (text: string) => unknown;
  readonly read: (requirement: JsonObject) => unknown;
}

function problemOf(field: string, { rawSelector, requirements }: JsonObject, { parse, read }: SelectorForm): string[] {
  const all = listIn(requirements).map(objectIn);
  const readable = all.filter((requirement) => isReadable(() => read(requirement)));
  const isWhole = readable.length === all.length && isReadable(() => parse(textIn(rawSelector)));
  if (isWhole) return [];
  return [`spec.resourceAttributes.${field} ${readable.length > 0 ? 'partially ' : ''}ignored due to parse error`];
}

function readLabelRequirement(requirement: JsonObject): void {
  labelSelectorFromSpec({ matchExpressions: [requirement as unknown as LabelSelectorRequirement] });
}

/** Field selectors know no more than that a field has a value, or has not. */
function readFieldRequirement({ operator, values }: JsonObject): void {
  const isKnown = operator === 'In' || operator === 'NotIn';
  if (!isKnown || listIn(values).length !== 1) throw new SelectorError('fieldSelectors must have one value');
}

function readableText(selector: JsonObject[string] | undefined, parse: (text: string) => unknown): string {
  const text = textIn(objectIn(selector)['rawSelector']);
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
