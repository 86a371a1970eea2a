#!/usr/bin/env node
import { loadProgram } from './load-program.js';

await loadProgram(new URL('./program.cjs', import.meta.url)).trestle();
