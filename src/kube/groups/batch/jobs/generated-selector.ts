import { type JsonObject, metadataOf } from '../../../../apimachinery/meta/index.js';
import { type FieldError, FieldPath, invalidValue, required } from '../../../../apimachinery/validation/index.js';
import { goValue } from '../../../types/index.js';
import { parseSelector } from '../../../workloads/index.js';
import { jobSpecOf } from './job.js';

const nameLabels = ['job-name', 'batch.kubernetes.io/job-name'];
const uidLabel = 'batch.kubernetes.io/controller-uid';
const uidLabels = ['controller-uid', uidLabel];

/** Generates a selector with the job's uid, unless `manualSelector` is set. */
export function generateSelector(job: JsonObject): void {
  const spec = jobSpecOf(job);
  if (spec.manualSelector) return;
  const expected = expectedLabels(job);
  const { metadata = {} } = spec.template;
  metadata.labels ??= {};
  for (const label in expected) metadata.labels[label] ??= expected[label]!;
  spec.template.metadata = metadata;
  const { matchLabels, ...selector } = spec.selector ?? {};
  spec.selector = { ...selector, matchLabels: { [uidLabel]: expected[uidLabel] ?? '', ...matchLabels } };
}

function expectedLabels(job: JsonObject): Record<string, string> {
  const { name = '', uid = '' } = metadataOf(job);
  return Object.fromEntries([...nameLabels.map((label) => [label, name]), ...uidLabels.map((label) => [label, uid])]);
}

const labelsPath = FieldPath.of('spec', 'template', 'metadata', 'labels');

export function validateGeneratedSelector(job: JsonObject): FieldError[] {
  const { manualSelector, selector, template } = jobSpecOf(job);
  if (manualSelector || !selector) return [];
  const expected = expectedLabels(job);
  const labels = template.metadata?.labels ?? {};
  const errors: FieldError[] = [];
  for (const label of [uidLabels[0]!, nameLabels[0]!, uidLabels[1]!, nameLabels[1]!]) {
    const [wanted = '', found] = [expected[label], labels[label]];
    if (found === wanted) continue;
    const path = labelsPath.key(label);
    errors.push(
      found === undefined ? required(path, `must be '${wanted}'`) : invalidValue(path, labels, `must be '${wanted}'`),
    );
  }
  if (parseSelector(selector)?.matches(expected) !== false) return errors;
  const detail = '`selector` not auto-generated';
  return [
    ...errors,
    invalidValue(FieldPath.of('spec', 'selector'), goValue('meta/v1.LabelSelector', selector), detail),
  ];
}
