// Follows pkg/registry/coordination/leasecandidate/strategy.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)
// Follows pkg/apis/coordination/validation/validation.go (v1.36)

import type { LeaseCandidate, LeaseCandidateSpec } from '../../../../api/coordination/v1beta1.js';
import {
  checkConfigMapKey,
  checkQualifiedName,
  type FieldError,
  FieldPath,
  validateImmutableField,
} from '../../../../apimachinery/validation/index.js';
import type { ValidationContext } from '../../../../server/registry/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { oneOf, validateRequired } from '../../../field-checks.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { isLessVersion, parseSemanticVersion } from '../../../semantic-version.js';

/** Candidates for a lease in coordinated leader election. */
export const leaseCandidates = builtInResource<LeaseCandidate>('coordination.k8s.io/v1beta1', 'LeaseCandidate', {
  plural: 'leasecandidates',
  scope: 'Namespaced',
  columns: [
    nameColumn,
    textColumn('LeaseName', 'spec.leaseName', {
      description: ['coordination/v1alpha2.LeaseCandidateSpec', 'leaseName'],
    }),
    textColumn('BinaryVersion', ({ spec }) => spec.binaryVersion),
    textColumn('EmulationVersion', ({ spec }) => spec.emulationVersion ?? ''),
    ageColumn,
  ],
  deprecation: { since: 36, until: 39 },
  otherVersions: { v1alpha2: { deprecation: { since: 35, until: 38 } } },
  strategy: {
    nameRule: (name) => checkConfigMapKey(name),
    allowCreateOnUpdate: true,
    allowUnconditionalUpdate: false,
    validate: validateCandidate,
    validateUpdate: ({ object, old }, context) => [
      ...context.validateMetadataUpdate(),
      ...validateSpec(object.spec),
      ...validateImmutableField(object.spec.leaseName, old.spec.leaseName, path.child('leaseName')),
    ],
  },
});

const path = FieldPath.of('spec');
const oldestEmulation = 'OldestEmulationVersion';
const noVersion = 'must be a valid semantic version';

function validateCandidate({ spec }: LeaseCandidate, context: ValidationContext): FieldError[] {
  return [...context.validateMetadata(), ...validateSpec(spec)];
}

function validateSpec(spec: LeaseCandidateSpec): FieldError[] {
  return [
    ...validateRequired(spec.leaseName, path.child('leaseName')),
    ...versionErrors(spec),
    ...(spec.strategy ? strategyErrors(spec) : [path.child('strategy').required()]),
  ];
}

/** The emulation version must not be newer than the binary version. */
function versionErrors({ binaryVersion: binary, emulationVersion: emulation = '' }: LeaseCandidateSpec): FieldError[] {
  const binaryPath = path.child('binaryVersion');
  const [own, pretended] = [parseSemanticVersion(binary), parseSemanticVersion(emulation)];
  const errors: FieldError[] = [];
  if (emulation !== '' && !pretended) errors.push(path.child('emulationVersion').invalid(emulation, noVersion));
  if (binary === '') return [...errors, binaryPath.required()];
  if (!own) errors.push(binaryPath.invalid(binary, noVersion));
  // Upstream treats an invalid version as 0.0.0.
  const isOlder = pretended && isLessVersion(own ?? { numbers: [0n, 0n, 0n], preRelease: [] }, pretended);
  if (!isOlder) return errors;
  return [...errors, binaryPath.invalid(binary, 'must be greater than or equal to `emulationVersion`')];
}

function strategyErrors({ emulationVersion = '', strategy = '' }: LeaseCandidateSpec): FieldError[] {
  const place = path.child('strategy', 'strategy');
  if (strategy.includes('/')) return place.check(strategy, checkQualifiedName);
  if (strategy !== oldestEmulation) return oneOf(strategy, [oldestEmulation], place);
  const { numbers = [0n, 0n, 0n], preRelease = [] } = parseSemanticVersion(emulationVersion) ?? {};
  if (preRelease.length > 0 || numbers.some((part) => part !== 0n)) return [];
  return [path.child('emulationVersion').required(`must be specified when \`strategy\` is '${oldestEmulation}'`)];
}
