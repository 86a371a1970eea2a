// Version v1beta1 of the group. Its fields are also those of the hub, which conversion and validation work with.
import { defineSchema, type FromSchema } from 'trestle/server';

export const flunderSchema = defineSchema({
  type: 'object',
  description: 'A flunder, which may refer to another one or to a fischer.',
  properties: {
    spec: {
      type: 'object',
      properties: {
        flunderReference: {
          type: 'string',
          description: 'Name of another flunder. Excludes fischerReference.',
        },
        fischerReference: {
          type: 'string',
          description: 'Name of a fischer. Excludes flunderReference.',
        },
        referenceType: { type: 'string', description: 'What is referred to: Flunder or Fischer.' },
      },
    },
    status: { type: 'object' },
  },
});

export type Flunder = FromSchema<typeof flunderSchema>;
export type FlunderSpec = NonNullable<Flunder['spec']>;
