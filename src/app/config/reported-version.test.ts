import { expect, test } from 'vitest';
import { parseFlags } from '../../server/flags/index.js';
import { kubeApiServerFlags } from './kube-apiserver-flags.js';
import { reportedVersion, reportedVersionProblem } from './reported-version.js';

const read = (argument: string) => parseFlags(kubeApiServerFlags, [argument]);

test.each([
  ['--version', 'true', undefined],
  ['--version=T', 'true', undefined],
  ['--version=0', 'false', undefined],
  ['--version=raw', 'raw', undefined],
  ['--version=v1.36.4-custom', 'v1.36.4-custom', 'v1.36.4-custom'],
])('%s is %s, and the version that is reported is %s', (argument, value, reported) => {
  const parsed = read(argument);
  expect([...parsed.errors, ...reportedVersionProblem(parsed.values.version)]).toEqual([]);
  expect([parsed.values.version, reportedVersion(parsed.values.version)]).toEqual([value, reported]);
});

test.each([
  ['v1.35.0', 'version "v1.35.0" must match major/minor/patch of default version "v1.36.4"'],
  ['vfoo', 'could not parse "vfoo" as version'],
  ['maybe', 'strconv.ParseBool: parsing "maybe": invalid syntax'],
])('--version=%s is refused', (value, problem) => {
  expect(reportedVersionProblem(read(`--version=${value}`).values.version)).toEqual([
    `invalid argument "${value}" for "--version" flag: ${problem}`,
  ]);
});
