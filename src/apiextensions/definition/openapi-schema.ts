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
        spec: described('What the custom resources are called and look like.', specSchema()),
        status: described('What has become of the definition.', statusSchema()),
      },
      ['spec'],
    ),
  };
}

function specSchema(): JsonSchema {
  return record(
    {
      group: described('The API group; the resources are served below /apis/<group>.', string),
      names: described('What the resources are called.', namesSchema()),
      scope: described('Whether resources are in namespaces: Cluster or Namespaced.', string),
      versions: described('The versions of the API.', atomic(versionSchema())),
      conversion: described('How resources get from version to version.', conversionSchema()),
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
      plural: described('In paths, lower case.', string),
      singular: described('In kubectl, lower case; the kind in lower case if absent.', string),
      shortNames: described('Short forms that kubectl takes.', atomic(string)),
      kind: described('In objects, in camel case.', string),
      listKind: described('In lists; the kind followed by List if absent.', string),
      categories: described('Groups of resources, such as all, that this one is part of.', atomic(string)),
    },
    ['plural', 'kind'],
  );
}

function versionSchema(): JsonSchema {
  const scale = record(
    {
      specReplicasPath: described('Where the wanted number of replicas is, below .spec.', string),
      statusReplicasPath: described('Where the present number of replicas is, below .status.', string),
      labelSelectorPath: described('Where the selector is, as a text, below .status or .spec.', string),
    },
    ['specReplicasPath', 'statusReplicasPath'],
  );
  return {
    description: 'One version of the API.',
    ...record(
      {
        name: described('Such as v1; part of the path.', string),
        served: described('Whether clients may use it.', boolean),
        storage: described('Whether resources are stored in it; true of exactly one version.', boolean),
        deprecated: described('Clients that use it get a warning.', boolean),
        deprecationWarning: described('What the warning says instead of the usual words.', string),
        schema: described(
          'What resources look like.',
          record({ openAPIV3Schema: described('Defaults, prunes and validates.', schemaSchema()) }),
        ),
        subresources: described(
          'Which subresources there are.',
          record({
            status: described('Makes the status a part that is written by itself.', { type: 'object' }),
            scale: described('Makes the number of replicas a part that is written by itself.', scale),
          }),
        ),
        additionalPrinterColumns: described('What kubectl get shows beside the name.', atomic(columnSchema())),
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
        name: described('The heading.', string),
        type: described('An OpenAPI type, or date.', string),
        format: described('Tells clients more about the type.', string),
        description: described('What the column means.', string),
        priority: described('Above 0, only wide output has it.', { type: 'integer', format: 'int32' }),
        jsonPath: described('Where the value is, such as .spec.replicas.', string),
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
      path: described('Of the URL.', string),
      port: described('443 if absent.', { type: 'integer', format: 'int32' }),
    },
    ['namespace', 'name'],
  );
  const clientConfig = record({
    url: described('Where the webhook is; instead of a service.', string),
    service: described('Which service the webhook is behind; instead of a URL.', service),
    caBundle: described('PEM of those who may sign its certificate.', { type: 'string', format: 'byte' }),
  });
  const webhook = record(
    {
      clientConfig: described('How to reach the webhook.', clientConfig),
      conversionReviewVersions: described('The reviews it knows, the best first.', {
        ...atomic(string),
        nullable: true,
      }),
    },
    ['conversionReviewVersions'],
  );
  return record(
    {
      strategy: described('None changes nothing but apiVersion; Webhook asks a service.', string),
      webhook: described('Who is asked.', webhook),
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
      reason: described('Why, in one word.', string),
      message: described('Why, for people.', string),
      observedGeneration: described('The generation that this is about.', int64),
    },
    ['type', 'status'],
  );
  return record({
    conditions: described('Aspects of its state.', {
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
    observedGeneration: described('The generation that this is about.', int64),
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
        rule: described('The CEL expression; the value is self, and what it was oldSelf.', string),
        message: described('What is said when it is not true.', string),
        messageExpression: described('The CEL expression of what is said.', string),
        reason: described('The reason that the error has.', string),
        fieldPath: described('The field below the value that the error names.', string),
        optionalOldSelf: described('Whether the rule is also asked when there is no old value.', boolean),
      },
      ['rule'],
    ),
  };
}
