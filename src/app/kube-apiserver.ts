#!/usr/bin/env node
import { useCompileCache } from './compile-cache.js';

useCompileCache();
const { kubeApiServer } = await import('./run-kube-apiserver.js');
await kubeApiServer();
