import { expect, test } from 'vitest';
import { serverIdOf } from './server-id.js';

test.each([['vm', 'apiserver-wlv32tlttr4jl3gtroqexyxapa']])(
  'the server of the machine "%s" is the one that kube-apiserver would be',
  (hostname, id) => {
    expect(serverIdOf(hostname)).toBe(id);
  },
);
