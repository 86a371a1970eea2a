// Follows staging/src/k8s.io/component-base/version/verflag/verflag.go (v1.36)
// Follows staging/src/k8s.io/component-base/version/dynamic.go (v1.36)
import { kubernetesVersion } from '../version.js';

const semanticVersion = /^v(\d+\.\d+\.\d+)(?:[-+].*)?$/;

/** The value of --version if it names one. Undefined: the program's own is reported. */
export function reportedVersion(value: string): string | undefined {
  return value.startsWith('v') ? value : undefined;
}

/** A version that is reported instead of the program's own differs from it by what follows the numbers only. */
export function reportedVersionProblem(value: string): string[] {
  const problem = problemOf(value);
  return problem ? [`invalid argument ${JSON.stringify(value)} for "--version" flag: ${problem}`] : [];
}

function problemOf(value: string): string | undefined {
  if (['true', 'false', 'raw'].includes(value)) return undefined;
  if (!value.startsWith('v')) return `strconv.ParseBool: parsing ${JSON.stringify(value)}: invalid syntax`;
  const [, numbers] = semanticVersion.exec(value) ?? [];
  if (numbers === undefined) return `could not parse ${JSON.stringify(value)} as version`;
  const own = kubernetesVersion.split('+', 1)[0]!;
  if (`v${numbers}` === own) return undefined;
  return `version ${JSON.stringify(value)} must match major/minor/patch of default version ${JSON.stringify(own)}`;
}
