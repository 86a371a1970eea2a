// Follows staging/src/k8s.io/apiserver/pkg/endpoints/discovery/root.go (v1.36)
// Follows staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/types.go (v1.36)

import type { JsonSchema } from '../../apimachinery/schema/index.js';
import { models } from './model-names.js';
import {
  always,
  atomicList,
  coreKind,
  described,
  element,
  flag,
  int32,
  reference,
  strings,
  text,
  typeMeta,
} from './schema-shorthand.js';

const serverAddresses = atomicList('Server addresses by client network.', reference(models.serverAddressByClientCidr));

const groupSchemas: Readonly<Record<string, JsonSchema>> = {
  [models.apiVersions]: {
    description: 'The versions of the core group.',
    type: 'object',
    required: ['versions', 'serverAddressByClientCIDRs'],
    properties: {
      ...typeMeta,
      serverAddressByClientCIDRs: serverAddresses,
      versions: strings('The names of the versions.'),
    },
    ...coreKind('APIVersions'),
  },
  [models.apiGroupList]: {
    description: 'The API groups of the server.',
    type: 'object',
    required: ['groups'],
    properties: { ...typeMeta, groups: atomicList('The groups.', reference(models.apiGroup)) },
    ...coreKind('APIGroupList'),
  },
  [models.apiGroup]: {
    description: 'The name and the versions of an API group.',
    type: 'object',
    required: ['name', 'versions'],
    properties: {
      ...typeMeta,
      name: always(text('The name of the group.')),
      preferredVersion: always(described('The version that the server prefers.', models.groupVersionForDiscovery)),
      serverAddressByClientCIDRs: serverAddresses,
      versions: atomicList('The versions of the group.', reference(models.groupVersionForDiscovery)),
    },
    ...coreKind('APIGroup'),
  },
  [models.groupVersionForDiscovery]: {
    description: 'A version of an API group.',
    type: 'object',
    required: ['groupVersion', 'version'],
    properties: {
      groupVersion: always(text('Group and version, such as "apps/v1".')),
      version: always(text('The version, such as "v1".')),
    },
  },
  [models.serverAddressByClientCidr]: {
    description: 'The server address for clients in a network.',
    type: 'object',
    required: ['clientCIDR', 'serverAddress'],
    properties: {
      clientCIDR: always(text('The network of the clients, in CIDR notation.')),
      serverAddress: always(text('Host name or IP address of the server, optionally with a port.')),
    },
  },
};

const resourceSchemas: Readonly<Record<string, JsonSchema>> = {
  [models.apiResourceList]: {
    description: 'The resources of a group version.',
    type: 'object',
    required: ['groupVersion', 'resources'],
    properties: {
      ...typeMeta,
      groupVersion: always(text('The group and version.')),
      resources: atomicList('The resources, with their subresources.', reference(models.apiResource)),
    },
    ...coreKind('APIResourceList'),
  },
  [models.apiResource]: {
    description: 'A resource or a subresource.',
    type: 'object',
    required: ['name', 'singularName', 'namespaced', 'kind', 'verbs'],
    properties: {
      categories: strings('Categories of the resource, such as "all".'),
      group: text('The group of the kind, if it differs from that of the list.'),
      kind: always(text('The kind of the objects.')),
      name: always(text('The plural name.')),
      namespaced: always(flag('Whether the resource is namespaced.')),
      shortNames: strings('Short names for use on the command line.'),
      singularName: always(text('The singular name.')),
      storageVersionHash: text('Hash of the storage version; changes when objects are stored in another version.'),
      verbs: { description: 'The supported verbs.', type: 'array', items: element({ type: 'string' }) },
      version: text('The version of the kind, if it differs from that of the list.'),
    },
  },
};

const scaleSchemas: Readonly<Record<string, JsonSchema>> = {
  [models.scale]: {
    description: 'The desired and the actual number of replicas of a resource.',
    type: 'object',
    properties: {
      ...typeMeta,
      metadata: always(described("Standard object's metadata.", models.objectMeta)),
      spec: always(described('The desired state.', models.scaleSpec)),
      status: always(described('The current state.', models.scaleStatus)),
    },
    'x-kubernetes-group-version-kind': [{ group: 'autoscaling', version: 'v1', kind: 'Scale' }],
  },
  [models.scaleSpec]: {
    description: 'The desired state of a scale.',
    type: 'object',
    properties: { replicas: always(int32('The desired number of replicas.')) },
  },
  [models.scaleStatus]: {
    description: 'The current state of a scale.',
    type: 'object',
    required: ['replicas'],
    properties: {
      replicas: always(int32('The actual number of replicas.')),
      selector: text('Label selector of the replicas, as a string.'),
    },
  },
};

const versionInfo: JsonSchema = {
  description: 'Version information of the server.',
  type: 'object',
  required: [
    'major',
    'minor',
    'gitVersion',
    'gitCommit',
    'gitTreeState',
    'buildDate',
    'goVersion',
    'compiler',
    'platform',
  ],
  properties: {
    buildDate: always(text('Time of the build.')),
    compiler: always(text('Compiler of the build.')),
    emulationMajor: text('Major version that the server emulates.'),
    emulationMinor: text('Minor version that the server emulates.'),
    gitCommit: always(text('Git commit of the build.')),
    gitTreeState: always(text('"clean", or "dirty" if the build contains uncommitted changes.')),
    gitVersion: always(text('The full version.')),
    goVersion: always(text('Version of the runtime.')),
    major: always(text('The major version.')),
    minCompatibilityMajor: text('Oldest major version that the server is compatible with.'),
    minCompatibilityMinor: text('Oldest minor version that the server is compatible with.'),
    minor: always(text('The minor version.')),
    platform: always(text('Operating system and architecture.')),
  },
};

export const discoverySchemas: Readonly<Record<string, JsonSchema>> = {
  ...groupSchemas,
  ...resourceSchemas,
  ...scaleSchemas,
  [models.versionInfo]: versionInfo,
};
