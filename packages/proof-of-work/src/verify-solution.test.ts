import { beforeAll, expect, test } from 'vitest'
import { keyOf, tokenOf } from './challenge-fixture.ts'
import { createSolver, solveChallenge } from './index.ts'
import { type Challenge, decodeChallenge, verifySolution } from './server.ts'
import { verifyInScript } from './verify-solution.ts'

let solution: Buffer
const solve = async (token: string) =>
  Buffer.from(await solveChallenge({ token, solver: await createSolver({ wasm: true }) }), 'base64url')
beforeAll(async () => {
  solution = await solve(tokenOf())
})

function challengeOf(token: string): Challenge {
  const challenge = decodeChallenge(token, keyOf)
  if (typeof challenge === 'string') throw new Error(challenge)
  return challenge
}

/** WebAssembly and script must agree on everything. */
function verify(token: string, answer: Buffer): boolean {
  const challenge = challengeOf(token)
  const verdict = verifySolution(challenge, answer)
  expect(verifyInScript(challenge, answer)).toBe(verdict)
  expect(verifySolution(challenge, answer.toString('base64url'))).toBe(verdict)
  return verdict
}

test('the work of this challenge is accepted', () => {
  expect(verify(tokenOf(), solution)).toBe(true)
})

test('one wrong counter at any place is refused', () => {
  for (let index = 0; index < 32; index++) {
    const wrong = Buffer.from(solution)
    // A neighbour meets the target with a chance of 1 in 128, so one in a few hundred of these would pass by luck.
    wrong.writeUInt32BE((wrong.readUInt32BE(index * 4) ^ 0x4000_0000) >>> 0, index * 4)
    expect(verify(tokenOf(), wrong), `counter ${index}`).toBe(false)
  }
})

test('counters in another order are refused', () => {
  const swapped = Buffer.concat([solution.subarray(4, 8), solution.subarray(0, 4), solution.subarray(8)])
  expect(verify(tokenOf(), swapped)).toBe(false)
  expect(verify(tokenOf(), Buffer.concat([solution.subarray(64), solution.subarray(0, 64)]))).toBe(false)
})

test('the work of another verification, site, round or difficulty is refused', async () => {
  for (const token of [
    tokenOf(1),
    tokenOf(0, { siteId: 42 }),
    tokenOf(0, { round: 1 }),
    tokenOf(0, { target: 2 ** 24 }),
  ]) {
    expect(verify(token, solution)).toBe(false)
    expect(verify(token, await solve(token))).toBe(true)
  }
})

test('one counter for all sub-puzzles is refused', () => {
  expect(verify(tokenOf(), Buffer.concat(Array.from({ length: 32 }, () => solution.subarray(0, 4))))).toBe(false)
})

test('a solution has exactly 128 bytes and one spelling', () => {
  const challenge = challengeOf(tokenOf())
  const text = solution.toString('base64url')
  expect(verifySolution(challenge, text)).toBe(true)
  const last = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const sibling = last[last.indexOf(text.slice(-1)) + 1]
  for (const wrong of [
    '',
    text.slice(0, -1),
    text.slice(1),
    `${text}A`,
    `${text}=`,
    `${text}\n`,
    `${text.slice(0, -1)}${sibling}`,
    text.replace(/^./u, '+'),
    text.replace(/^./u, ' '),
  ]) {
    expect(verifySolution(challenge, wrong), wrong).toBe(false)
  }
  for (const wrong of [
    Buffer.alloc(0),
    solution.subarray(1),
    Buffer.concat([solution, solution]),
    Buffer.concat([solution, Buffer.alloc(1)]),
  ]) {
    expect(verifySolution(challenge, wrong)).toBe(false)
  }
})
