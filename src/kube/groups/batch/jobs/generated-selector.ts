// Follows pkg/apis/batch/validation/validation.go (v1.36)
// Follows pkg/registry/batch/job/strategy.go (v1.36)

import type { Job } from '../../../../api/batch/v1.js';
import type { ObjectMeta } from '../../../../api/meta/v1.js';
import { type FieldError, FieldPath } from '../../../../apimachinery/validation/index.js';
import { goValue } from '../../../types/index.js';
import { parseSelector } from '../../../workloads/index.js';

const nameLabels = ['job-name', 'batch.kubernetes.io/job-name'];
const uidLabel = 'batch.kubernetes.io/controller-uid';
const uidLabels = ['controller-uid', uidLabel];

/** Generates a selector with the job's uid, unless `manualSelector` is set. */
export function generateSelector({ metadata, spec }: Job): void {
  if (spec.manualSelector) return;
  const expected = expectedLabels(metadata);
  const { metadata: ofTemplate } = spec.template;
  ofTemplate.labels ??= {};
  for (const label in expected) ofTemplate.labels[label] ??= expected[label]!;
  const { matchLabels, ...selector } = spec.selector ?? {};
  spec.selector = { ...selector, matchLabels: { [uidLabel]: expected[uidLabel] ?? '', ...matchLabels } };
}

function expectedLabels({ name = '', uid = '' }: ObjectMeta): Record<string, string> {
  return Object.fromEntries([...nameLabels.map((label) => [label, name]), ...uidLabels.map((label) => [label, uid])]);
}

/** Jobs of earlier releases have no prefixed labels. */
function hasPrefixedLabels({ spec }: Job): boolean {
  const { labels = {} } = spec.template.metadata;
  return uidLabel in labels && nameLabels[1]! in labels;
}

const labelsPath = FieldPath.of('spec', 'template', 'metadata', 'labels');

/** `old`: the stored job, on update. */
export function validateGeneratedSelector({ metadata, spec }: Job, old?: Job): FieldError[] {
  const { manualSelector, selector, template } = spec;
  if (manualSelector || !selector) return [];
  const expected = expectedLabels(metadata);
  const count = old && !hasPrefixedLabels(old) ? 2 : 4;
  const checked = [uidLabels[0]!, nameLabels[0]!, uidLabels[1]!, nameLabels[1]!].slice(0, count);
  for (const label in expected) if (!checked.includes(label)) delete expected[label];
  const { labels = {} } = template.metadata;
  const errors: FieldError[] = [];
  for (const label of checked) {
    const [wanted = '', found] = [expected[label], labels[label]];
    if (found === wanted) continue;
    const path = labelsPath.key(label);
    errors.push(
      found === undefined ? path.required(`must be '${wanted}'`) : path.invalid(labels, `must be '${wanted}'`),
    );
  }
  if (parseSelector(selector)?.matches(expected) !== false) return errors;
  const detail = '`selector` not auto-generated';
  return [...errors, FieldPath.of('spec', 'selector').invalid(goValue('meta/v1.LabelSelector', selector), detail)];
}
