// Follows pkg/registry/apiserverinternal/rest/storage.go (v1.36)

import { defineGroup } from '../../../server/registry/index.js';
import { storageVersions } from './storageversions/storageversions.js';

export const apiserverInternal = defineGroup({ name: 'internal.apiserver.k8s.io', resources: [storageVersions] });
