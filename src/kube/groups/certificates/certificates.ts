import { defineGroup } from '../../../server/registry/index.js';
import { certificateSigningRequests } from './certificatesigningrequests/certificatesigningrequests.js';

export const certificates = defineGroup({ name: 'certificates.k8s.io', resources: [certificateSigningRequests] });
