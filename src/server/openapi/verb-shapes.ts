// Follows staging/src/k8s.io/apiserver/pkg/endpoints/installer.go (v1.36)
// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/controller/openapi/builder/builder.go (v1.36)

import type { VerbShape } from '../dialect/index.js';
import type { Verb } from '../registry/index.js';
import {
  createParameters,
  deleteCollectionParameters,
  deleteParameters,
  listParameters,
  patchParameters,
  updateParameters,
} from './parameters.js';

const specified =
  (doing: string) =>
  (kind: string, subresource: string | undefined): string =>
    `${doing} ${subresource === undefined ? '' : `${subresource} of `}the specified ${kind}`;

const someOf =
  (doing: string) =>
  (kind: string, subresource: string | undefined): string =>
    `${doing}${subresource === undefined ? '' : ` ${subresource} of`}${article(kind)}${kind}`;

export const shapes: Readonly<Record<Exclude<Verb, 'watch'>, VerbShape>> = {
  list: {
    method: 'get',
    action: 'list',
    idVerb: 'list',
    parameters: listParameters,
    statuses: ['200'],
    gives: 'list',
    isNamed: false,
    describe: (kind) => `list objects of kind ${kind}`,
  },
  create: {
    method: 'post',
    action: 'post',
    idVerb: 'create',
    parameters: createParameters,
    statuses: ['200', '201', '202'],
    takes: 'object',
    gives: 'object',
    isNamed: false,
    describe: someOf('create'),
  },
  deletecollection: {
    method: 'delete',
    action: 'deletecollection',
    idVerb: 'delete',
    idSubject: 'Collection',
    parameters: deleteCollectionParameters,
    statuses: ['200'],
    takes: 'deleteOptions',
    gives: 'status',
    isNamed: false,
    describe: (kind) => `delete collection of ${kind}`,
  },
  get: {
    method: 'get',
    action: 'get',
    idVerb: 'read',
    parameters: [],
    statuses: ['200'],
    gives: 'object',
    isNamed: true,
    describe: specified('read'),
  },
  update: {
    method: 'put',
    action: 'put',
    idVerb: 'replace',
    parameters: updateParameters,
    statuses: ['200', '201'],
    takes: 'object',
    gives: 'object',
    isNamed: true,
    describe: specified('replace'),
  },
  patch: {
    method: 'patch',
    action: 'patch',
    idVerb: 'patch',
    parameters: patchParameters,
    statuses: ['200', '201'],
    takes: 'patch',
    gives: 'object',
    isNamed: true,
    describe: specified('partially update'),
  },
  delete: {
    method: 'delete',
    action: 'delete',
    idVerb: 'delete',
    parameters: deleteParameters,
    statuses: ['200', '202'],
    takes: 'deleteOptions',
    gives: 'status',
    isNamed: true,
    describe: someOf('delete'),
  },
};

export const listOrWatchShape: VerbShape = {
  ...shapes.list,
  describe: (kind) => `list or watch objects of kind ${kind}`,
};

/** The deprecated paths below `watch/`. */
export const watchShape: VerbShape = {
  method: 'get',
  action: 'watch',
  idVerb: 'watch',
  parameters: listParameters,
  statuses: ['200'],
  gives: 'watchEvent',
  isNamed: true,
  describe: (kind) =>
    `watch changes to an object of kind ${kind}. deprecated: use the 'watch' parameter with a list operation instead, filtered to a single item with the 'fieldSelector' parameter.`,
};

export const watchListShape: VerbShape = {
  ...watchShape,
  action: 'watchlist',
  isNamed: false,
  describe: (kind) =>
    `watch individual changes to a list of ${kind}. deprecated: use the 'watch' parameter with a list operation instead.`,
};

/** The article with surrounding spaces; plural kinds, such as Endpoints, have none. */
function article(kind: string): string {
  if (kind.endsWith('s') && !kind.endsWith('ss')) return ' ';
  return /^[aeiou]/i.test(kind) ? ' an ' : ' a ';
}
