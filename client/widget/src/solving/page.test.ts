import { expect, test } from 'vitest'
import { allowsWasm } from './page.ts'

test.for([
  ['', true],
  ["frame-src 'none'", true],
  ["default-src 'none'", false],
  ["default-src 'self' 'wasm-unsafe-eval'", true],
  ["default-src 'self' 'wasm-unsafe-eval'; script-src 'self'", false],
  ["default-src 'none';script-src 'self' 'WASM-unsafe-eval' https://api.example", true],
  ["script-src 'nonce-abc' 'unsafe-eval'", true],
  ["script-src-elem 'self' 'unsafe-eval'; default-src 'self'", false],
] as const)(
  'whether "%s" allows WebAssembly is read from it, without a try that would be reported: %s',
  ([policy, allows]) => {
    expect(allowsWasm(policy)).toBe(allows)
  },
)
