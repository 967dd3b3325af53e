import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { begin } from './testing/charges.ts'
import { factsOf } from './testing/facts.ts'
import { signIn } from './testing/sign-in.ts'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

test('the README repeats its example word for word', () => {
  const [, code] = /^```ts\n(.*?)^```$/msu.exec(read('../README.md')) ?? []
  expect(code).toBe(read('testing/sign-in.ts'))
})

test('the example does what the README says', async () => {
  const visitor = factsOf({ address: '198.51.100.7', email: 'Jane.Doe+shop@gmail.com' })
  const right = () => Promise.resolve(true)
  const wrong = () => Promise.resolve(false)
  // Those who know their password are never limited.
  for (let tries = 0; tries < 20; tries++)
    expect(await signIn(visitor, begin, right)).toMatchObject({ signedIn: true, conclusion: 'ALLOW' })
  const met = []
  for (let tries = 0; tries < 6; tries++) met.push((await signIn(visitor, begin, wrong)).conclusion)
  expect(met).toEqual(['ALLOW', 'ALLOW', 'ALLOW', 'ALLOW', 'ALLOW', 'CHALLENGE'])
  // The same person by another spelling, and somebody else from the same network.
  const alias = { ...visitor, email: 'janedoe@googlemail.com' }
  expect(await signIn(alias, begin, right)).toMatchObject({ signedIn: false, conclusion: 'CHALLENGE' })
  expect(await signIn({ ...visitor, email: 'joe@example.com' }, begin, right)).toMatchObject({
    signedIn: true,
    headers: { 'RateLimit-Policy': '"sign-in";q=5;w=300', RateLimit: '"sign-in";r=4;t=60' },
  })
  expect((await signIn(factsOf({ address: '192.0.2.9', email: visitor.email }), begin, right)).signedIn).toBe(true)
})
