// Version v1alpha1 of the group: one reference, whose type has a default.
import { defineSchema, type FromSchema } from 'trestle/server';
import type { Flunder as Hub, FlunderSpec as HubSpec } from './v1beta1.js';

export const flunderSchema = defineSchema({
  type: 'object',
  description: 'A flunder, which may refer to another one or to a fischer.',
  properties: {
    spec: {
      type: 'object',
      properties: {
        reference: { type: 'string', description: 'Name of a flunder or fischer, depending on referenceType.' },
        referenceType: {
          type: 'string',
          description: 'What is referred to: Flunder or Fischer. If there is a reference, the default is Flunder.',
        },
      },
    },
    status: { type: 'object' },
  },
});

export const fischerSchema = defineSchema({
  type: 'object',
  description: 'A fischer, which bans flunders by their names.',
  properties: {
    disallowedFlunders: {
      type: 'array',
      items: { type: 'string' },
      'x-kubernetes-list-type': 'atomic',
      description: 'Names that flunders must not have.',
    },
  },
});

export type Flunder = FromSchema<typeof flunderSchema>;
export type Fischer = FromSchema<typeof fischerSchema>;

export function applyDefaults({ spec }: Flunder): void {
  if (spec?.reference && !spec.referenceType) spec.referenceType = 'Flunder';
}

/** Expects an object with its defaults. */
export function toHub({ spec = {}, ...flunder }: Flunder): Hub {
  const { reference, referenceType } = spec;
  const type: HubSpec = referenceType ? { referenceType } : {};
  if (!reference) return { ...flunder, spec: type };
  const isFischer = referenceType === 'Fischer';
  return { ...flunder, spec: { ...type, [isFischer ? 'fischerReference' : 'flunderReference']: reference } };
}

export function fromHub({ spec = {}, ...flunder }: Hub): Flunder {
  const { flunderReference, fischerReference, referenceType } = spec;
  const reference = referenceType === 'Fischer' ? fischerReference : flunderReference;
  return { ...flunder, spec: { ...(reference && { reference }), ...(referenceType && { referenceType }) } };
}
