// Follows staging/src/k8s.io/pod-security-admission/admission/api/load/load.go (v1.36)
// Follows staging/src/k8s.io/pod-security-admission/admission/api/validation/validation.go (v1.36)

import { type ConfigurationFields, readConfiguration } from '../../../apimachinery/configuration/index.js';
import type { JsonValue } from '../../../apimachinery/meta/index.js';
import { aggregateMessages } from '../../../apimachinery/meta/index.js';
import {
  aggregateMessage,
  checkDns1123Label,
  checkDns1123Subdomain,
  type FieldError,
  FieldPath,
} from '../../../apimachinery/validation/index.js';
import {
  isLevel,
  isVersion,
  type Level,
  type LevelVersion,
  latest,
  levelProblem,
  versionProblem,
} from './level-version.js';
import { type Mode, modes, type Policy } from './policy.js';

/** A validated PodSecurityConfiguration. */
export interface PodSecurityConfiguration {
  /** Used for namespaces without policy labels. */
  readonly defaults: Policy;
  /** Users, namespaces and runtime classes that are exempt. */
  readonly exemptions: Readonly<Record<Exemption, ReadonlySet<string>>>;
}

const exemptions = ['namespaces', 'runtimeClasses', 'usernames'] as const;
export type Exemption = (typeof exemptions)[number];

const group = 'pod-security.admission.config.k8s.io';
const kind = {
  kind: 'PodSecurityConfiguration',
  apiVersions: [`${group}/v1`, `${group}/v1beta1`, `${group}/v1alpha1`],
};

/** Unset document: the default configuration. Throws an error that describes the problem. */
export function readPodSecurityConfiguration(document: JsonValue | undefined): PodSecurityConfiguration {
  const problems: string[] = [];
  const errors: FieldError[] = [];
  const read = (fields?: ConfigurationFields): PodSecurityConfiguration => ({
    defaults: readDefaults(fields?.object('defaults', 'v1.PodSecurityDefaults'), problems),
    exemptions: readExemptions(fields?.object('exemptions', 'v1.PodSecurityExemptions'), errors),
  });
  const configuration = document === undefined ? read() : readConfiguration(document, kind, read);
  if (problems.length > 0) {
    throw new Error(`PodSecurity configuration error: ${aggregateMessages(problems)}`);
  }
  if (errors.length > 0) throw new Error(`PodSecurity invalid: ${aggregateMessage(errors)}`);
  return configuration;
}

function readDefaults(fields: ConfigurationFields | undefined, problems: string[]): Policy {
  const read = (mode: Mode): LevelVersion => {
    const level = fields?.text(mode) || 'privileged';
    const version = fields?.text(`${mode}-version`) || latest;
    if (!isLevel(level)) problems.push(`${mode}: ${levelProblem}`);
    if (!isVersion(version)) problems.push(`${mode}-version: ${versionProblem}`);
    return { level: level as Level, version };
  };
  return Object.fromEntries(modes.map((mode) => [mode, read(mode)])) as Policy;
}

function readExemptions(
  fields: ConfigurationFields | undefined,
  errors: FieldError[],
): PodSecurityConfiguration['exemptions'] {
  const read = (name: Exemption): ReadonlySet<string> => {
    const known = new Set<string>();
    for (const [index, value] of (fields?.texts(name) ?? []).entries()) {
      const path = FieldPath.of('exemptions', name).index(index);
      const names = problemsOf[name](value);
      if (names.length > 0) errors.push(path.invalid(value, names.join(', ')));
      else if (known.has(value)) errors.push(path.duplicate(value));
      known.add(value);
    }
    return known;
  };
  return { namespaces: read('namespaces'), runtimeClasses: read('runtimeClasses'), usernames: read('usernames') };
}

const problemsOf: Readonly<Record<Exemption, (value: string) => readonly string[]>> = {
  namespaces: checkDns1123Label,
  runtimeClasses: checkDns1123Subdomain,
  usernames: (value) => (value === '' ? ['username must not be empty'] : []),
};
