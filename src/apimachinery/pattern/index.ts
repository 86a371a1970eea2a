export { compilePattern, Pattern } from './pattern.js';
