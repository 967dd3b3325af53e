import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { judge } from '../example.ts'

const read = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')

test('the worked example is the code that runs', async () => {
  expect(/```ts\n(.*?)```/su.exec(read('README.md'))?.[1]).toBe(read('example.ts'))
  // Both are decided without asking anybody.
  expect(await judge('Miniflux/2.2.5', '192.0.2.1')).toMatchObject({ action: 'ALLOW', pardons: false })
  expect(await judge('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0', '192.0.2.1')).toBeNull()
})
