export { makeCertificates, type TestCertificates } from './certificates.js';
export { TestEtcdCluster } from './etcd-cluster.js';
export {
  EtcdMember,
  etcdIsInstalled,
  freePorts,
  TestEtcd,
  type TestEtcdOptions,
  waitUntilReady,
} from './etcd-process.js';
export { leaseOf, revokeLease } from './leases.js';
