import { compositeKey } from '../meta/index.js';
import { FieldSelector, type Fields } from './field-selector.js';
import { LabelSelector } from './label-selector.js';
import type { Labels } from './requirement.js';

/** The attributes of an object that selectors use, as kept by a cache. */
export interface Attributes {
  readonly labels: Labels;
  readonly fields: Fields;
}

/** The label selector and field selector of a list or watch. */
export class Selection {
  static readonly everything = new Selection(LabelSelector.everything, FieldSelector.everything);

  readonly labels: LabelSelector;
  readonly fields: FieldSelector;
  readonly matches: (attributes: Attributes) => boolean;

  constructor(labels: LabelSelector, fields: FieldSelector) {
    this.labels = labels;
    this.fields = fields;
    this.matches = compile(labels, fields);
  }

  /** Matches every object. */
  get isEmpty(): boolean {
    return this.labels.isEmpty && this.fields.isEmpty;
  }

  /** Equal for equivalent selections: watchers with equal keys see the same events. */
  get key(): string {
    return compositeKey(this.labels.key, this.fields.key);
  }
}

function compile(labels: LabelSelector, fields: FieldSelector): (attributes: Attributes) => boolean {
  const { matches: matchesLabels } = labels;
  const { matches: matchesFields } = fields;
  if (labels.isEmpty && fields.isEmpty) return () => true;
  if (fields.isEmpty) return (attributes) => matchesLabels(attributes.labels);
  if (labels.isEmpty) return (attributes) => matchesFields(attributes.fields);
  return (attributes) => matchesLabels(attributes.labels) && matchesFields(attributes.fields);
}
