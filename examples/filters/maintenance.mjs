import { serviceUnavailable } from 'trestle/apimachinery/status';
import { ApiServer } from 'trestle/server';

const reads = ['get', 'list', 'watch'];

/** Refuses writes while `isSuspended` returns true. Administrators may still write. */
function maintenance(isSuspended) {
  return {
    name: 'maintenance',
    handle({ info, user }, next) {
      if (reads.includes(info.verb) || user.groups.includes('system:masters') || !isSuspended()) return next();
      throw serviceUnavailable('writes are suspended for maintenance');
    },
  };
}

/** A server whose writes can be suspended. */
export function suspendableServer(options, isSuspended) {
  return new ApiServer({
    ...options,
    filters: (defaults) => {
      const authorize = defaults.findIndex(({ name }) => name === 'authorize');
      return defaults.toSpliced(authorize + 1, 0, maintenance(isSuspended));
    },
  });
}
