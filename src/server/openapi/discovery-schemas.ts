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

const serverAddresses = atomicList(
  'Which address of the server clients of which network should use.',
  reference(models.serverAddressByClientCidr),
);

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
    description: 'The groups that the server has.',
    type: 'object',
    required: ['groups'],
    properties: { ...typeMeta, groups: atomicList('The groups.', reference(models.apiGroup)) },
    ...coreKind('APIGroupList'),
  },
  [models.apiGroup]: {
    description: 'A group: its name and its versions.',
    type: 'object',
    required: ['name', 'versions'],
    properties: {
      ...typeMeta,
      name: always(text('The name of the group.')),
      preferredVersion: always(described('The version that the server would choose.', models.groupVersionForDiscovery)),
      serverAddressByClientCIDRs: serverAddresses,
      versions: atomicList('The versions of the group.', reference(models.groupVersionForDiscovery)),
    },
    ...coreKind('APIGroup'),
  },
  [models.groupVersionForDiscovery]: {
    description: 'A version of a group.',
    type: 'object',
    required: ['groupVersion', 'version'],
    properties: {
      groupVersion: always(text('Group and version, as in "apps/v1".')),
      version: always(text('The version, as in "v1".')),
    },
  },
  [models.serverAddressByClientCidr]: {
    description: 'The address of the server for the clients of a network.',
    type: 'object',
    required: ['clientCIDR', 'serverAddress'],
    properties: {
      clientCIDR: always(text('The network of the clients.')),
      serverAddress: always(text('A host, or an address, with or without a port.')),
    },
  },
};

const resourceSchemas: Readonly<Record<string, JsonSchema>> = {
  [models.apiResourceList]: {
    description: 'The resources of a version of a group.',
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
      categories: strings('Groups of resources that it belongs to, such as "all".'),
      group: text('The group of the kind, where it is another one than that of the list.'),
      kind: always(text('The kind of its objects.')),
      name: always(text('The name in the plural.')),
      namespaced: always(flag('Whether its objects are in namespaces.')),
      shortNames: strings('Short names for people to type.'),
      singularName: always(text('The name in the singular.')),
      storageVersionHash: text('Changes when objects are stored in another version.'),
      verbs: { description: 'What can be done with it.', type: 'array', items: element({ type: 'string' }) },
      version: text('The version of the kind, where it is another one than that of the list.'),
    },
  },
};

const scaleSchemas: Readonly<Record<string, JsonSchema>> = {
  [models.scale]: {
    description: 'How many instances of something there are to be, and are.',
    type: 'object',
    properties: {
      ...typeMeta,
      metadata: always(described("Standard object's metadata.", models.objectMeta)),
      spec: always(described('What is desired.', models.scaleSpec)),
      status: always(described('What is there.', models.scaleStatus)),
    },
    'x-kubernetes-group-version-kind': [{ group: 'autoscaling', version: 'v1', kind: 'Scale' }],
  },
  [models.scaleSpec]: {
    description: 'How many instances are desired.',
    type: 'object',
    properties: { replicas: always(int32('The number of instances.')) },
  },
  [models.scaleStatus]: {
    description: 'How many instances there are.',
    type: 'object',
    required: ['replicas'],
    properties: {
      replicas: always(int32('The number of instances.')),
      selector: text('The labels of what is counted, as a selector.'),
    },
  },
};

const versionInfo: JsonSchema = {
  description: 'Which version of the server this is.',
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
    buildDate: always(text('When it was built.')),
    compiler: always(text('What it was built with.')),
    emulationMajor: text('The major version that it behaves as.'),
    emulationMinor: text('The minor version that it behaves as.'),
    gitCommit: always(text('The commit that it was built from.')),
    gitTreeState: always(text('Whether anything differed from the commit.')),
    gitVersion: always(text('The whole version.')),
    goVersion: always(text('The runtime that it was built for.')),
    major: always(text('The major version.')),
    minCompatibilityMajor: text('The oldest major version that it can work beside.'),
    minCompatibilityMinor: text('The oldest minor version that it can work beside.'),
    minor: always(text('The minor version.')),
    platform: always(text('The operating system and the processor.')),
  },
};

export const discoverySchemas: Readonly<Record<string, JsonSchema>> = {
  ...groupSchemas,
  ...resourceSchemas,
  ...scaleSchemas,
  [models.versionInfo]: versionInfo,
};
