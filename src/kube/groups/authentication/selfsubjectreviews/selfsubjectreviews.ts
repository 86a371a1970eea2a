// Follows pkg/registry/authentication/selfsubjectreview/rest.go (v1.36)

import { systemClock } from '../../../../apimachinery/clock/index.js';
import { formatTime } from '../../../../apimachinery/meta/index.js';
import { defineResource } from '../../../../server/registry/index.js';
import { builtInVersion } from '../../../types/index.js';
import { userInfoObject } from '../user-info.js';

/** Returns the user info of the client. */
export const selfSubjectReviews = defineResource({
  kind: 'SelfSubjectReview',
  plural: 'selfsubjectreviews',
  scope: 'Cluster',
  verbs: ['create'],
  versions: { v1: builtInVersion('authentication.k8s.io/v1', 'SelfSubjectReview') },
  handlers: {
    async create({ context, read, respond }) {
      const { apiVersion, kind } = await read();
      return respond(201, {
        ...(apiVersion !== undefined && { apiVersion }),
        ...(kind !== undefined && { kind }),
        metadata: { creationTimestamp: formatTime(systemClock.now()) },
        status: { userInfo: userInfoObject(context.user) },
      });
    },
  },
});
