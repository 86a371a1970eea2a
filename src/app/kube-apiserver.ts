#!/usr/bin/env node
import { loadBundle } from '../loading/load-bundle.js';

await loadBundle<typeof import('./program.js')>(new URL('../program.cjs', import.meta.url)).kubeApiServer();
