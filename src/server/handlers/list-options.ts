import { type ListOptions, withMembers } from '../../apimachinery/meta/index.js';
import {
  FieldSelector,
  type LabelSelector,
  parseFieldSelector,
  parseLabelSelector,
  Selection,
  SelectorError,
} from '../../apimachinery/selectors/index.js';
import { badRequest, invalid } from '../../apimachinery/status/index.js';
import { validateListOptions } from '../../apimachinery/validation/index.js';
import type { RequestContext } from '../request-context.js';
import type { Endpoint } from './endpoint.js';
import { LateSelection } from './late-selection.js';
import { booleanOf, integerOf } from './query-values.js';

const textOptions = ['labelSelector', 'fieldSelector', 'resourceVersion', 'resourceVersionMatch', 'continue'] as const;

export function listOptionsOf(query: URLSearchParams): ListOptions {
  const options: Record<string, unknown> = {};
  for (const name of textOptions) if (query.get(name)) options[name] = query.get(name);
  for (const name of ['watch', 'allowWatchBookmarks', 'sendInitialEvents']) {
    setIfThere(options, name, booleanOf(query, name));
  }
  for (const name of ['timeoutSeconds', 'limit']) setIfThere(options, name, integerOf(query, name));
  const complete = withInitialEvents(options);
  const errors = validateListOptions(complete);
  if (errors.length > 0) throw invalid({ group: 'meta.k8s.io', kind: 'ListOptions' }, '', errors);
  return complete;
}

/**
 * A watch of the current state starts with initial events and a bookmark at their end, unless the client sets
 * otherwise.
 */
function withInitialEvents(options: ListOptions): ListOptions {
  const { watch, sendInitialEvents, resourceVersionMatch, resourceVersion = '' } = options;
  const isOpen = sendInitialEvents === undefined && resourceVersionMatch === undefined;
  if (!watch || !isOpen || (resourceVersion !== '' && resourceVersion !== '0')) return options;
  return withMembers(options, { sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' as const });
}

function setIfThere(options: Record<string, unknown>, name: string, value: unknown): void {
  if (value !== undefined) options[name] = value;
}

/** The scope of a list or a watch. */
export interface Narrowed {
  readonly selection: Selection;
  /** Storage key prefix of everything that can match. */
  readonly prefix: string;
  /** Storage key of the only object that can match; undefined: there can be several. */
  readonly key: string | undefined;
  /** Requirements that must be evaluated on converted objects. */
  readonly late: LateSelection | undefined;
}

/** Parses the selectors. Requirements on namespace or name narrow the prefix or key to read. Throws `badRequest`. */
export function narrow(endpoint: Endpoint, { info }: RequestContext, options: ListOptions): Narrowed {
  const { table, resource } = endpoint.store;
  const { selection, late } = withoutLate(endpoint, selectionOf(endpoint, options));
  const namespace = info.namespace || selection.fields.requiresExact('metadata.namespace') || '';
  const prefix = table.prefix(namespace);
  const name = selection.fields.requiresExact('metadata.name') ?? '';
  const isOne = name !== '' && !name.includes('/') && (!resource.isNamespaced || namespace !== '');
  return { selection, prefix, key: isOne ? prefix + name : undefined, late };
}

/** Splits off the requirements that cannot be evaluated on stored objects. */
function withoutLate(
  { resource, version }: Endpoint,
  selection: Selection,
): { selection: Selection; late: LateSelection | undefined } {
  const { requirements } = selection.fields;
  if (requirements.length === 0 || resource.selectsStored) return { selection, late: undefined };
  const [early, late] = [true, false].map((isEarly) =>
    FieldSelector.of(requirements.filter(({ field }) => field.startsWith('metadata.') === isEarly)),
  );
  if (late!.isEmpty) return { selection, late: undefined };
  return {
    selection: new Selection(selection.labels, early!),
    late: new LateSelection(resource, version, late!),
  };
}

function selectionOf(endpoint: Endpoint, { labelSelector = '', fieldSelector = '' }: ListOptions): Selection {
  try {
    const fields = parseFieldSelector(fieldSelector).transform(endpoint.resource.fieldTransform(endpoint.version));
    return new Selection(labelsOf(labelSelector), fields);
  } catch (error) {
    if (!(error instanceof SelectorError)) throw error;
    throw badRequest(error.message);
  }
}

/**
 * Each requirement is evaluated on every object of a list, so their number is limited as well as their length. See
 * docs/limits.md.
 */
export const maxLabelRequirements = 256;

function labelsOf(text: string): LabelSelector {
  const selector = parseLabelSelector(text);
  if (selector.requirements.length <= maxLabelRequirements) return selector;
  throw new SelectorError(`labelSelector has too many requirements: must have at most ${maxLabelRequirements}`);
}

/** Converts a selection to the cache's form, with the exact values that its indexes can look up. */
export function toCacheSelection(selection: Selection) {
  if (selection.isEmpty) return {};
  return {
    selection: {
      key: selection.key,
      matches: selection.matches,
      requires: (field: string) => selection.fields.requiresExact(field),
    },
  };
}
