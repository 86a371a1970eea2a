// Follows vendor/go.etcd.io/etcd/api/v3/etcdserverpb/rpc.proto (v1.36)

/** The methods of etcd's v3 services that are used here. */
export const Method = {
  range: '/etcdserverpb.KV/Range',
  txn: '/etcdserverpb.KV/Txn',
  compact: '/etcdserverpb.KV/Compact',
  watch: '/etcdserverpb.Watch/Watch',
  leaseGrant: '/etcdserverpb.Lease/LeaseGrant',
  status: '/etcdserverpb.Maintenance/Status',
} as const;

export type Method = (typeof Method)[keyof typeof Method];
