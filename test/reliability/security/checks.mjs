import { destinations } from './destinations.mjs';
import { escalation, proxyHeaders } from './escalation.mjs';
import { prototypeNames } from './names.mjs';
import { pathTricks } from './paths.mjs';
import { randomReviews, tokens } from './reviews.mjs';
import { anonymous, filesOfKeys, secretsInLogs } from './secrets.mjs';

export const security = [
  randomReviews,
  tokens,
  escalation,
  proxyHeaders,
  pathTricks,
  anonymous,
  prototypeNames,
  secretsInLogs,
  filesOfKeys,
  destinations,
];
