import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createProbePasses, issueProbePass, probePassKey } from './probe-pass.ts'

const secret = 'a secret that monitoring and gateway share'
const now = Date.UTC(2026, 0, 1, 12)
const issue = (host = 'shop.example', at = now, from: string = secret) =>
  issueProbePass(probePassKey(from, host), at, randomBytes)

test('a pass is good once, for its host, in its minute and the next', () => {
  const passes = createProbePasses(secret)
  const pass = issue()
  expect(pass).toMatch(/^bgp1\.[\w-]{70}$/u)
  expect(passes.use(pass, 'shop.example', now)).toBe(true)
  expect(passes.use(pass, 'shop.example', now)).toBe(false)
  expect(passes.use(issue(), 'shop.example', now + 119_000)).toBe(true)
  for (const [host, at] of [
    ['other.example', now],
    ['www.shop.example', now],
    ['shop.example', now + 120_000],
    ['shop.example', now - 6_000],
  ] as const)
    expect(passes.use(issue(), host, at), `${host} ${at - now}`).toBe(false)
})

test('neither another secret nor the key of another host makes a pass, nor does anything that was changed', () => {
  const passes = createProbePasses(secret)
  expect(passes.use(issue('shop.example', now, `${secret}.`), 'shop.example', now)).toBe(false)
  expect(passes.use(issue('other.example'), 'shop.example', now)).toBe(false)
  const pass = issue()
  const bytes = Buffer.from(pass.slice(5), 'base64url')
  for (let index = 0; index < bytes.length; index += 1) {
    const forged = Buffer.from(bytes)
    forged[index] = (forged[index] ?? 0) ^ 1
    expect(passes.use(`bgp1.${forged.toString('base64url')}`, 'shop.example', now), `byte ${index}`).toBe(false)
  }
  for (const text of [
    '',
    'bgp1.',
    `bgp2${pass.slice(4)}`,
    `${pass}A`,
    pass.slice(0, -1),
    ` ${pass}`,
    `${pass}, ${pass}`,
  ])
    expect(passes.use(text, 'shop.example', now), text).toBe(false)
  // The last sign of 52 bytes holds four bits that say nothing: the pass by another spelling is the same pass.
  const spelt = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const last = spelt.indexOf(pass.at(-1) ?? '')
  const other = `${pass.slice(0, -1)}${spelt[last ^ 1]}`
  expect(passes.use(other, 'shop.example', now)).toBe(true)
  expect(passes.use(pass, 'shop.example', now)).toBe(false)
})
