import { type FlagValues, inGroup } from '../../server/flags/index.js';

export const consoleFlags = inGroup('features', {
  'enable-console': {
    type: 'bool',
    default: false,
    help: 'Serve the web console at /console/; trestle does by default',
  },
});

export interface ConsoleConfig {
  readonly isEnabled: boolean;
}

export function consoleConfig(flags: FlagValues<typeof consoleFlags>): ConsoleConfig {
  return { isEnabled: flags['enable-console'] };
}
