/**
 * Loaded before the service in its thread: puts `verifyWork` behind one that takes the benchmark's stand-ins too. Nothing of the
 * product is changed for it.
 */
import { registerHooks } from 'node:module'

const real = new URL('../../../packages/proof-of-work/src/verify-work.ts', import.meta.url).href
const ours = new URL('verify-with-stand-ins.ts', import.meta.url).href

registerHooks({
  resolve(specifier, context, nextResolve) {
    const found = nextResolve(specifier, context)
    return found.url === real && context.parentURL !== ours ? { ...found, url: ours } : found
  },
})
