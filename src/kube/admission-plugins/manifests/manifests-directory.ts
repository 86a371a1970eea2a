// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/manifest/validation.go (v1.36)

import { stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { type FieldError, FieldPath, fieldErrorMessage } from '../../../apimachinery/validation/index.js';
import type { FeatureGates } from '../../../server/feature-gates/index.js';

const gate = 'ManifestBasedAdmissionControlConfig';
const path = FieldPath.of('staticManifestsDir');

/** Rejects if the directory cannot be used. */
export async function checkManifestsDirectory(directory: string, features: FeatureGates): Promise<void> {
  const problem = await directoryProblem(directory, features);
  if (problem) throw new Error(fieldErrorMessage(problem));
}

async function directoryProblem(directory: string, features: FeatureGates): Promise<FieldError | undefined> {
  if (!features.isEnabled('ManifestBasedAdmissionControlConfig')) {
    return path.forbidden(`staticManifestsDir requires the ${gate} feature gate to be enabled`);
  }
  if (!isAbsolute(directory)) return path.invalid(directory, 'must be an absolute file path');
  const found = await stat(directory).catch(() => undefined);
  if (!found) {
    return path.invalid(directory, `unable to read: stat ${directory}: no such file or directory`);
  }
  return found.isDirectory() ? undefined : path.invalid(directory, 'must be a directory');
}
