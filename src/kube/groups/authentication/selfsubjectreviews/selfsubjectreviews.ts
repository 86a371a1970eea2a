// Follows pkg/registry/authentication/selfsubjectreview/rest.go (v1.36)

import { systemClock } from '../../../../apimachinery/clock/index.js';
import { formatTime } from '../../../../apimachinery/meta/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { userInfoObject } from '../user-info.js';

/** Returns the user info of the client. */
export const selfSubjectReviews = builtInResource('authentication.k8s.io/v1', 'SelfSubjectReview', {
  plural: 'selfsubjectreviews',
  scope: 'Cluster',
  verbs: ['create'],
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
