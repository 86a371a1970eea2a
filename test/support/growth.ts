export { expectLinear, type GrowthCase } from '../../src/apimachinery/growth.test.support.js';
