// Follows staging/src/k8s.io/apiserver/pkg/cel/library/authz.go (v1.36)

import { nameIsDnsLabel, nameIsDnsSubdomain } from '../../validation/index.js';
import { spend } from '../budget.js';
import {
  type CallEstimate,
  type CallSite,
  fixed,
  LIST_CREATION_COST,
  OBJECT_CREATION_COST,
  plus,
  type SizeEstimate,
  scaled,
  traversal,
} from '../cost/estimates.js';
import { sizeOf } from '../cost/sizes.js';
import { type CelLibrary, defineFunction, type FunctionDeclaration, member } from '../declarations.js';
import { CelFailure } from '../failure.js';
import { BOOL, STRING } from '../values.js';
import {
  AUTHORIZER_TYPE,
  type CelAuthorizer,
  DECISION_TYPE,
  GROUP_CHECK_TYPE,
  GroupCheck,
  PATH_CHECK_TYPE,
  PathCheck,
  RESOURCE_CHECK_TYPE,
} from './authorization-checks.js';
import { trim } from './string-functions.js';

/** Of any valid name. */
const longestName = 253;

function serviceAccount(authorizer: CelAuthorizer, namespace: string, name: string): CelAuthorizer {
  const isInvalid = (text: string, check: typeof nameIsDnsLabel) =>
    text.length > longestName || check(text, 'name').length > 0;
  if (isInvalid(name, nameIsDnsSubdomain)) throw new CelFailure('Invalid service account name');
  if (isInvalid(namespace, nameIsDnsLabel)) throw new CelFailure('Invalid service account namespace');
  return authorizer.serviceAccount(namespace, name);
}

function notBlank(text: string, what: 'path' | 'resource'): string {
  spend(text.length);
  if (trim(text) === '') throw new CelFailure(`${what} must not be empty`);
  return text;
}

/** A check may call a remote authorizer: the cost allows two checks per expression. */
const CHECK_COST = 350_000;
const checking = {
  cost: () => CHECK_COST,
  estimate: (): CallEstimate => ({ cost: fixed(CHECK_COST) }),
};

/** The shortest requirement of a selector is two characters long; each becomes an object with a list of values. */
function selectorCost(size: SizeEstimate): SizeEstimate {
  const requirements = scaled(size, 0.5);
  const reading = plus(fixed(LIST_CREATION_COST), traversal(size));
  return plus(reading, scaled(requirements, LIST_CREATION_COST + OBJECT_CREATION_COST));
}

const selecting = {
  cost: (_check: unknown, selector: string) => selectorCost(fixed(sizeOf(selector))).max,
  estimate: ({ operands: [, selector] }: CallSite): CallEstimate => ({ cost: selectorCost(selector!.size) }),
};

/** A function that narrows a resource check. */
function narrowing(name: 'subresource' | 'namespace' | 'name'): FunctionDeclaration {
  return defineFunction(
    name,
    member({
      id: `resourcecheck_${name}`,
      parameters: [RESOURCE_CHECK_TYPE, STRING],
      result: RESOURCE_CHECK_TYPE,
      evaluate: (check, value) => check.with({ [name]: value }),
    }),
  );
}

function selector(name: 'fieldSelector' | 'labelSelector'): FunctionDeclaration {
  return defineFunction(
    name,
    member({
      id: `authorizer_${name.toLowerCase()}`,
      parameters: [RESOURCE_CHECK_TYPE, STRING],
      result: RESOURCE_CHECK_TYPE,
      evaluate: (check, value) => check.with({ [name]: value }),
      ...selecting,
    }),
  );
}

/** Authorization checks, for environments that declare an authorizer variable. */
export const authorizerLibrary: CelLibrary = {
  name: 'kubernetes.authz',
  functions: () => [
    defineFunction(
      'path',
      member({
        id: 'authorizer_path',
        parameters: [AUTHORIZER_TYPE, STRING],
        result: PATH_CHECK_TYPE,
        evaluate: (authorizer, path) => new PathCheck(authorizer, notBlank(path, 'path')),
      }),
    ),
    defineFunction(
      'group',
      member({
        id: 'authorizer_group',
        parameters: [AUTHORIZER_TYPE, STRING],
        result: GROUP_CHECK_TYPE,
        evaluate: (authorizer, group) => new GroupCheck(authorizer, group),
      }),
    ),
    defineFunction(
      'serviceAccount',
      member({
        id: 'authorizer_serviceaccount',
        parameters: [AUTHORIZER_TYPE, STRING, STRING],
        result: AUTHORIZER_TYPE,
        evaluate: serviceAccount,
      }),
    ),
    defineFunction(
      'resource',
      member({
        id: 'groupcheck_resource',
        parameters: [GROUP_CHECK_TYPE, STRING],
        result: RESOURCE_CHECK_TYPE,
        evaluate: (check, resource) => check.resource(notBlank(resource, 'resource')),
      }),
    ),
    narrowing('subresource'),
    narrowing('namespace'),
    narrowing('name'),
    defineFunction(
      'check',
      member({
        id: 'pathcheck_check',
        parameters: [PATH_CHECK_TYPE, STRING],
        result: DECISION_TYPE,
        evaluate: (check, verb) => check.check(verb),
        ...checking,
      }),
      member({
        id: 'resourcecheck_check',
        parameters: [RESOURCE_CHECK_TYPE, STRING],
        result: DECISION_TYPE,
        evaluate: (check, verb) => check.check(verb),
        ...checking,
      }),
    ),
    defineFunction(
      'allowed',
      member({
        id: 'decision_allowed',
        parameters: [DECISION_TYPE],
        result: BOOL,
        evaluate: ({ decision }) => decision.decision === 'allow',
      }),
    ),
    defineFunction(
      'reason',
      member({
        id: 'decision_reason',
        parameters: [DECISION_TYPE],
        result: STRING,
        evaluate: ({ decision }) => decision.reason,
      }),
    ),
    defineFunction(
      'errored',
      member({
        id: 'decision_errored',
        parameters: [DECISION_TYPE],
        result: BOOL,
        evaluate: ({ decision }) => decision.error !== undefined,
      }),
    ),
    defineFunction(
      'error',
      member({
        id: 'decision_error',
        parameters: [DECISION_TYPE],
        result: STRING,
        evaluate: ({ decision }) => decision.error ?? '',
      }),
    ),
  ],
};

/** Selectors in resource checks. */
export const authorizerSelectorsLibrary: CelLibrary = {
  name: 'kubernetes.authzSelectors',
  functions: () => [selector('fieldSelector'), selector('labelSelector')],
};
