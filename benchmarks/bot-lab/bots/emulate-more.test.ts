import { expect, test } from 'vitest'
import { asFunction } from './emulate-more.ts'

test('a module becomes a function that returns what it exports and imports through the emulator', async () => {
  const source = 'const a=1,b=import.meta.url,c=()=>import(`x`);export{a as first,b,c as later};'
  const run = new Function('__import', `return ${asFunction(source, 'http://localhost/w.js')}`)
  const { first, b, later } = run(async (path: string) => `imported ${path}`)
  expect([first, b, await later()]).toEqual([1, 'http://localhost/w.js', 'imported x'])
})
