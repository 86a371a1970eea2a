export type { Dial, DialAddress } from './dial.js';
