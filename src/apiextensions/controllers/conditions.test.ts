import { describe, expect, it } from 'vitest';
import type { ConditionChange, CustomResourceDefinition, DefinitionStatus } from '../definition/index.js';
import { acceptedNames, definitionOf, established, now } from '../definitions.test.support.js';
import { decideApiApproval } from './api-approval.js';
import { decideEstablished, establishingWait } from './establishing.js';
import { decideNonStructuralSchema } from './non-structural-schema.js';

const reported = ({ conditions }: DefinitionStatus) =>
  conditions?.map(({ type, status, reason, message }) => [type, status, reason, message]);

describe('Established', () => {
  const withCaBundle = (caBundle: string) => ({
    spec: {
      conversion: { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1'], clientConfig: { caBundle } } },
    },
  });
  const conflict: ConditionChange = { type: 'NamesAccepted', status: 'False', reason: 'KindConflict' };

  it.each<
    [what: string, definition: CustomResourceDefinition, delay: number, status: string, reason: string, message: string]
  >([
    [
      'names are not accepted',
      definitionOf({ conditions: [conflict] }),
      0,
      'False',
      'NotAccepted',
      'not all names are accepted',
    ],
    [
      'names are accepted',
      definitionOf({ conditions: [acceptedNames] }),
      0,
      'True',
      'InitialNamesAccepted',
      'the initial names have been accepted',
    ],
    [
      'other servers may not know it yet',
      definitionOf({ conditions: [acceptedNames] }),
      5000,
      'False',
      'Installing',
      'the initial names have been accepted',
    ],
    [
      'it is, and names have come into conflict',
      definitionOf({ conditions: [conflict, { ...established, message: '' }] }),
      0,
      'True',
      'InitialNamesAccepted',
      '',
    ],
    [
      'the authorities of its webhook cannot be read',
      definitionOf({ ...withCaBundle('bm9uZQ=='), conditions: [acceptedNames] }),
      0,
      'False',
      'InvalidCABundle',
      'The conversion webhook CABundle is invalid',
    ],
    [
      'its webhook has no authorities of its own',
      definitionOf({ ...withCaBundle(''), conditions: [acceptedNames] }),
      0,
      'True',
      'InitialNamesAccepted',
      'the initial names have been accepted',
    ],
  ])('where %s', (_what, definition, delay, ...expected) => {
    expect(reported(decideEstablished(definition, delay, now))?.[1]).toEqual(['Established', ...expected]);
  });

  it('waits until the others have had their time', () => {
    const definition = definitionOf({ conditions: [acceptedNames] });
    expect([0, 2000, 6000].map((later) => establishingWait(definition, 5000, now + later))).toEqual([6000, 4000, 0]);
    expect(reported(decideEstablished(definition, 5000, now + 6000))?.[1]?.[1]).toBe('True');
    expect(establishingWait(definition, 0, now)).toBe(0);
    expect(establishingWait(definitionOf({ conditions: [acceptedNames, established] }), 5000, now)).toBe(0);
  });
});

describe('KubernetesAPIApprovalPolicyConformant', () => {
  const approve = (group: string, approval?: string) =>
    reported(
      decideApiApproval(
        definitionOf({ spec: { group }, annotations: approval ? { 'api-approved.kubernetes.io': approval } : {} }),
        now,
      ),
    );
  const required = 'protected groups must have approval annotation "api-approved.kubernetes.io"';
  const address = 'https://github.com/kubernetes/enhancements/pull/1111';

  it.each([
    ['x.k8s.io', undefined, 'False', 'MissingAnnotation', `${required}, see ${address}`],
    [
      'k8s.io',
      'unapproved, "experimental"',
      'False',
      'UnapprovedAnnotation',
      'not approved: "unapproved, \\"experimental\\""',
    ],
    ['x.kubernetes.io', address, 'True', 'ApprovedAnnotation', `approved in ${address}`],
    [
      'kubernetes.io',
      'certainly',
      'False',
      'InvalidAnnotation',
      `${required} with either a URL or a reason starting with "unapproved", see ${address}`,
    ],
  ])('of %s with the approval %s is %s: %s', (group, approval, ...expected) => {
    expect(approve(group, approval)).toEqual([['KubernetesAPIApprovalPolicyConformant', ...expected]]);
  });

  it.each(['example.com', 'notk8s.io', 'k8s.io.example.com'])('is not said of %s', (group) => {
    expect(approve(group)).toEqual([]);
  });
});

describe('NonStructuralSchema', () => {
  const violations = { type: 'NonStructuralSchema', status: 'True', reason: 'Violations', message: 'old' } as const;

  it('is not said of what is structural, and taken back', () => {
    const definition = definitionOf();
    expect(decideNonStructuralSchema(definition, now)).toBe(definition.status);
    expect(reported(decideNonStructuralSchema(definitionOf({ conditions: [violations] }), now))).toEqual([]);
  });

  it('names what is not', () => {
    const versions = [
      { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { properties: { a: {} } } } },
    ];
    const definition = definitionOf({ spec: { preserveUnknownFields: true, versions } });
    expect(reported(decideNonStructuralSchema(definition, now))).toEqual([
      [
        'NonStructuralSchema',
        'True',
        'Violations',
        '[spec.preserveUnknownFields: Invalid value: true: must be false, ' +
          'spec.versions[0].schema.openAPIV3Schema.properties[a].type: Required value: must not be empty for specified object fields, ' +
          'spec.versions[0].schema.openAPIV3Schema.type: Required value: must not be empty at the root]',
      ],
    ]);
  });
});
