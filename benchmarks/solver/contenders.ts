import { createHash } from 'node:crypto'
import type { Contender } from './contender.ts'

const ours = (name: string, worker: string, kind: 'wasm' | 'script'): Contender => ({
  name,
  worker,
  type: 'module',
  task: (hashes) => ({ message: { hashes }, accepts: (answer) => answer === kind }),
})

/** A peer ends at the first counter that fits, so it gets the whole hash of the last counter to be tried. */
const altcha: Contender = {
  name: 'altcha 3.2.2, its SHA-256 worker',
  worker: '/node_modules/altcha/dist/workers/sha.js',
  type: 'classic',
  task(hashes) {
    const nonce = Buffer.alloc(16, 1)
    const salt = Buffer.alloc(16, 2)
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(hashes - 1)
    const keyPrefix = createHash('sha256').update(salt).update(nonce).update(counter).digest('hex')
    const parameters = {
      algorithm: 'SHA-256',
      nonce: nonce.toString('hex'),
      salt: salt.toString('hex'),
      keyPrefix,
      cost: 1,
      keyLength: 32,
    }
    return {
      message: { type: 'work', challenge: { parameters }, counterStart: 0, counterStep: 1, counterMode: 'uint32' },
      accepts: (answer) =>
        typeof answer === 'object' && answer !== null && 'counter' in answer && answer.counter === hashes - 1,
    }
  },
}

const cap: Contender = {
  name: '@cap.js/wasm 0.0.6',
  worker: '/benchmarks/solver/page/cap-worker.ts',
  type: 'module',
  task(hashes) {
    const salt = '0123456789abcdef0123456789abcdef'
    const target = createHash('sha256')
      .update(`${salt}${hashes - 1}`)
      .digest('hex')
    return { message: { salt, target }, accepts: (answer) => answer === hashes - 1 }
  },
}

export const contenders: readonly Contender[] = [
  ours('Bollard, WebAssembly with SIMD', '/benchmarks/solver/page/our-worker.ts', 'wasm'),
  // The same worker under `script-src 'self'`, so the fallback is measured where it is met.
  ours(
    'Bollard, script where the policy forbids WebAssembly',
    '/strict/benchmarks/solver/page/our-worker.ts',
    'script',
  ),
  cap,
  altcha,
]
