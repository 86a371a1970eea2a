// Follows staging/src/k8s.io/apiserver/pkg/endpoints/handlers/get.go (v1.36)

import { type JsonObject, type ListOptions, withMembers } from '../../../apimachinery/meta/index.js';
import {
  FieldSelector,
  type LabelSelector,
  parseFieldSelector,
  parseLabelSelector,
  parseShardSelector,
  Selection,
  SelectorError,
  type ShardSelector,
} from '../../../apimachinery/selectors/index.js';
import { badRequest, errorWithoutReason, invalid } from '../../../apimachinery/status/index.js';
import { type ListRules, validateListOptions } from '../../../apimachinery/validation/index.js';
import type { ObjectScope } from '../../registry/index.js';
import type { RequestContext } from '../../request-context.js';
import type { Endpoint } from '../endpoint.js';
import { LateSelection } from '../verbs/late-selection.js';
import { booleanOf, integerOf } from './query-values.js';

const textOptions = [
  'labelSelector',
  'fieldSelector',
  'resourceVersion',
  'resourceVersionMatch',
  'continue',
  'shardSelector',
] as const;

export function listOptionsOf(query: URLSearchParams, { hasWatchLists = true }: ListRules = {}): ListOptions {
  const options: Record<string, unknown> = {};
  for (const name of textOptions) if (query.get(name)) options[name] = query.get(name);
  for (const name of ['watch', 'allowWatchBookmarks', 'sendInitialEvents']) {
    setIfThere(options, name, booleanOf(query, name));
  }
  for (const name of ['timeoutSeconds', 'limit']) setIfThere(options, name, integerOf(query, name));
  const complete = hasWatchLists ? withInitialEvents(options) : options;
  const errors = validateListOptions(complete, { hasWatchLists });
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
  /** The objects that can match: those of a namespace, or a single one. */
  readonly scope: ObjectScope;
  /** Requirements that must be evaluated on converted objects. */
  readonly late: LateSelection | undefined;
  /** Which shard of the objects is requested; undefined: all. */
  readonly shard: ShardSelector | undefined;
}

/** Parses the selectors. Requirements on namespace or name narrow the scope to read. Throws `badRequest`. */
export function narrow(endpoint: Endpoint, { info }: RequestContext, options: ListOptions): Narrowed {
  const { resource } = endpoint.store;
  const shard = shardOf(endpoint, options);
  const { selection, late } = withoutLate(endpoint, selectionOf(endpoint, options), shard);
  const namespace = info.namespace || selection.fields.requiresExact('metadata.namespace') || '';
  const name = selection.fields.requiresExact('metadata.name') ?? '';
  const isOne = name !== '' && !name.includes('/') && (!resource.isNamespaced || namespace !== '');
  return { selection, scope: { namespace, ...(isOne && { name }) }, late, shard };
}

function shardOf({ store }: Endpoint, { shardSelector = '' }: ListOptions): ShardSelector | undefined {
  if (shardSelector === '' || !store.features.isEnabled('ShardedListAndWatch')) return undefined;
  try {
    return parseShardSelector(shardSelector);
  } catch (error) {
    if (!(error instanceof SelectorError)) throw error;
    throw errorWithoutReason(`invalid shard selector: ${error.message}`);
  }
}

/** Splits off the requirements that cannot be evaluated on stored objects. */
function withoutLate(
  { resource, version }: Endpoint,
  selection: Selection,
  shard: ShardSelector | undefined,
): { selection: Selection; late: LateSelection | undefined } {
  const { requirements } = selection.fields;
  const isEarly = requirements.length === 0 || resource.storedForm.selectableFieldsOf === 'stored objects';
  const inShard = shard && new LateSelection(resource, version, shard.matches);
  if (isEarly) return { selection, late: inShard };
  const [early, late] = [true, false].map((isMetadata) =>
    FieldSelector.of(requirements.filter(({ field }) => field.startsWith('metadata.') === isMetadata)),
  );
  if (late!.isEmpty) return { selection, late: inShard };
  const matches = (object: JsonObject): boolean =>
    (shard?.matches(object) ?? true) && late!.matches(resource.attributesOf(object).fields);
  return { selection: new Selection(selection.labels, early!), late: new LateSelection(resource, version, matches) };
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
const maxLabelRequirements = 256;

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
      exactLabels: selection.labels.exactValues,
      isOneLabel: selection.fields.isEmpty && selection.labels.requirements.length === 1,
    },
  };
}
