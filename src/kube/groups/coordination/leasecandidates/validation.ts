import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import {
  checkConfigMapKey,
  checkQualifiedName,
  type FieldError,
  FieldPath,
  invalidValue,
  required,
  validateImmutableField,
} from '../../../../apimachinery/validation/index.js';
import type { Replacement } from '../../../../server/registry/index.js';
import { checked, oneOf } from '../../../field-checks.js';
import { objectIn } from '../../../fields.js';
import { isLessVersion, parseSemanticVersion } from '../../../semantic-version.js';

interface CandidateSpec {
  readonly leaseName: string;
  readonly binaryVersion: string;
  readonly emulationVersion?: string;
  readonly strategy?: string;
}

const path = FieldPath.of('spec');
const oldestEmulation = 'OldestEmulationVersion';
const noVersion = 'must be a valid semantic version';

export function specOf({ spec }: JsonObject): CandidateSpec {
  return objectIn(spec) as unknown as CandidateSpec;
}

export function checkCandidateName(name: string): readonly string[] {
  return checkConfigMapKey(name);
}

export function validateCandidate(candidate: JsonObject): FieldError[] {
  const { leaseName, strategy = '' } = specOf(candidate);
  return [
    ...(leaseName ? [] : [required(path.child('leaseName'), '')]),
    ...versionErrors(specOf(candidate)),
    ...(strategy === '' ? [required(path.child('strategy'), '')] : strategyErrors(specOf(candidate), strategy)),
  ];
}

export function validateCandidateUpdate({ object, old }: Replacement): FieldError[] {
  const [after, before] = [specOf(object).leaseName, specOf(old).leaseName];
  return [...validateCandidate(object), ...validateImmutableField(after, before, path.child('leaseName'))];
}

/** The emulation version must not be newer than the binary version. */
function versionErrors({ binaryVersion: binary, emulationVersion: emulation = '' }: CandidateSpec): FieldError[] {
  const binaryPath = path.child('binaryVersion');
  const [own, pretended] = [parseSemanticVersion(binary), parseSemanticVersion(emulation)];
  const errors: FieldError[] = [];
  if (emulation !== '' && !pretended) errors.push(invalidValue(path.child('emulationVersion'), emulation, noVersion));
  if (binary === '') return [...errors, required(binaryPath, '')];
  if (!own) errors.push(invalidValue(binaryPath, binary, noVersion));
  // Upstream treats an invalid version as 0.0.0.
  const isOlder = pretended && isLessVersion(own ?? { numbers: [0n, 0n, 0n], preRelease: [] }, pretended);
  if (!isOlder) return errors;
  return [...errors, invalidValue(binaryPath, binary, 'must be greater than or equal to `emulationVersion`')];
}

function strategyErrors({ emulationVersion = '' }: CandidateSpec, strategy: string): FieldError[] {
  const place = path.child('strategy', 'strategy');
  if (strategy.includes('/')) return checked(strategy, checkQualifiedName, place);
  if (strategy !== oldestEmulation) return oneOf(strategy, [oldestEmulation], place);
  const { numbers = [0n, 0n, 0n], preRelease = [] } = parseSemanticVersion(emulationVersion) ?? {};
  if (preRelease.length > 0 || numbers.some((part) => part !== 0n)) return [];
  return [required(path.child('emulationVersion'), `must be specified when \`strategy\` is '${oldestEmulation}'`)];
}
