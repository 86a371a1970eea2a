export { makeCertificates, type TestCertificates } from './certificates.js';
export { TestEtcdCluster } from './etcd-cluster.js';
export { etcdIsInstalled, TestEtcd } from './etcd-process.js';
export { leaseOf, revokeLease } from './leases.js';
