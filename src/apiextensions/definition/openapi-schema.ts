// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1/types.go (v1.36)
// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1/types_jsonschema.go (v1.36)

import type { JsonSchema } from '../../apimachinery/schema/index.js';
import { schemaKeywords } from './schema-vocabulary.js';

const string: JsonSchema = { type: 'string' };
const boolean: JsonSchema = { type: 'boolean' };
const int64: JsonSchema = { type: 'integer', format: 'int64' };

function described(description: string, schema: JsonSchema): JsonSchema {
  return { ...schema, description };
}

/** A list that server-side apply replaces as a whole. */
function atomic(items: JsonSchema): JsonSchema {
  return { type: 'array', items, 'x-kubernetes-list-type': 'atomic' };
}

function record(properties: Record<string, JsonSchema>, required: string[] = []): JsonSchema {
  return { type: 'object', properties, ...(required.length > 0 && { required }) };
}

/** The OpenAPI schema of CustomResourceDefinitions. */
export function definitionSchema(): JsonSchema {
  return {
    description: 'Defines a kind of custom resources that this server serves.',
    ...record(
      {
        spec: described('Names, scope and versions of the custom resource.', specSchema()),
        status: described('Observed state of the definition.', statusSchema()),
      },
      ['spec'],
    ),
  };
}

function specSchema(): JsonSchema {
  return record(
    {
      group: described('The API group; the resources are served below /apis/<group>.', string),
      names: described('Names under which the resource is served.', namesSchema()),
      scope: described('Whether resources are in namespaces: Cluster or Namespaced.', string),
      versions: described('The versions of the API.', atomic(versionSchema())),
      conversion: described('How objects are converted between versions.', conversionSchema()),
      preserveUnknownFields: described(
        'No longer allowed; x-kubernetes-preserve-unknown-fields in a schema takes its place.',
        boolean,
      ),
    },
    ['group', 'names', 'scope', 'versions'],
  );
}

function namesSchema(): JsonSchema {
  return record(
    {
      plural: described('Plural name, in lower case, as in paths.', string),
      singular: described('Singular name, in lower case. Default: the kind in lower case.', string),
      shortNames: described('Short names, such as for kubectl.', atomic(string)),
      kind: described('Kind of the objects, in camel case.', string),
      listKind: described('Kind of lists. Default: the kind followed by List.', string),
      categories: described('Groups of resources, such as all, that this one is part of.', atomic(string)),
    },
    ['plural', 'kind'],
  );
}

function versionSchema(): JsonSchema {
  const scale = record(
    {
      specReplicasPath: described('Path of the desired number of replicas, below .spec.', string),
      statusReplicasPath: described('Path of the actual number of replicas, below .status.', string),
      labelSelectorPath: described('Path of the label selector, as a string, below .status or .spec.', string),
    },
    ['specReplicasPath', 'statusReplicasPath'],
  );
  return {
    description: 'One version of the API.',
    ...record(
      {
        name: described('Such as v1; part of the path.', string),
        served: described('Whether clients may use it.', boolean),
        storage: described('Whether objects are stored in this version; true for exactly one.', boolean),
        deprecated: described('Clients that use it get a warning.', boolean),
        deprecationWarning: described('Replaces the default text of the warning.', string),
        schema: described(
          'What resources look like.',
          record({
            openAPIV3Schema: described('Schema by which objects are defaulted, pruned and validated.', schemaSchema()),
          }),
        ),
        subresources: described(
          'Which subresources there are.',
          record({
            status: described('Enables the status subresource.', { type: 'object' }),
            scale: described('Enables the scale subresource.', scale),
          }),
        ),
        additionalPrinterColumns: described('Additional columns of kubectl get.', atomic(columnSchema())),
        selectableFields: described(
          'Which fields field selectors may name.',
          atomic(record({ jsonPath: described('Such as .spec.color.', string) }, ['jsonPath'])),
        ),
      },
      ['name', 'served', 'storage'],
    ),
  };
}

function columnSchema(): JsonSchema {
  return {
    description: 'A column of what kubectl get shows.',
    ...record(
      {
        name: described('Heading of the column.', string),
        type: described('An OpenAPI type, or date.', string),
        format: described('Tells clients more about the type.', string),
        description: described('What the column means.', string),
        priority: described('Columns with a priority above 0 are shown in wide output only.', {
          type: 'integer',
          format: 'int32',
        }),
        jsonPath: described('Path of the value, such as .spec.replicas.', string),
      },
      ['name', 'type', 'jsonPath'],
    ),
  };
}

function conversionSchema(): JsonSchema {
  const service = record(
    {
      namespace: described('Of the service.', string),
      name: described('Of the service.', string),
      path: described('Path of the URL.', string),
      port: described('Port of the service. Default: 443.', { type: 'integer', format: 'int32' }),
    },
    ['namespace', 'name'],
  );
  const clientConfig = record({
    url: described('URL of the webhook, instead of a service.', string),
    service: described('Service of the webhook, instead of a URL.', service),
    caBundle: described('Certificate authorities of the webhook, in PEM.', { type: 'string', format: 'byte' }),
  });
  const webhook = record(
    {
      clientConfig: described('How to reach the webhook.', clientConfig),
      conversionReviewVersions: described(
        'Versions of ConversionReview that the webhook supports, in order of preference.',
        {
          ...atomic(string),
          nullable: true,
        },
      ),
    },
    ['conversionReviewVersions'],
  );
  return record(
    {
      strategy: described('None changes nothing but apiVersion; Webhook calls a service.', string),
      webhook: described('The webhook that converts objects.', webhook),
    },
    ['strategy'],
  );
}

function statusSchema(): JsonSchema {
  const condition = record(
    {
      type: described('Such as Established.', string),
      status: described('True, False or Unknown.', string),
      lastTransitionTime: described('When the status last changed.', {
        type: 'string',
        format: 'date-time',
        nullable: true,
      }),
      reason: described('Reason of the status, in one word.', string),
      message: described('Explanation for people.', string),
      observedGeneration: described('Generation that was observed.', int64),
    },
    ['type', 'status'],
  );
  return record({
    conditions: described('Conditions of the definition.', {
      type: 'array',
      nullable: true,
      items: condition,
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['type'],
    }),
    acceptedNames: described('The names that are served.', namesSchema()),
    storedVersions: described('The versions that resources may still be stored in.', {
      ...atomic(string),
      nullable: true,
    }),
    observedGeneration: described('Generation that was observed.', int64),
  });
}

function schemaSchema(): JsonSchema {
  return record({
    ...schemaKeywords(),
    'x-kubernetes-validations': {
      description: 'What must be true of the value, as CEL expressions.',
      type: 'array',
      items: ruleSchema(),
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['rule'],
      'x-kubernetes-patch-strategy': 'merge',
      'x-kubernetes-patch-merge-key': 'rule',
    },
  });
}

function ruleSchema(): JsonSchema {
  return {
    description: 'Something that must be true of a value.',
    ...record(
      {
        rule: described('CEL expression; self is the value, and oldSelf the previous one.', string),
        message: described('Error message if the rule is false.', string),
        messageExpression: described('CEL expression that returns the error message.', string),
        reason: described('Reason of the error.', string),
        fieldPath: described('Path of the field, below the value, that the error names.', string),
        optionalOldSelf: described('Whether the rule is also evaluated when there is no old value.', boolean),
      },
      ['rule'],
    ),
  };
}
