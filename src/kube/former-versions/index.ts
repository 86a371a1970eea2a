export { upgradeFormer } from './upgrade-former.js';
