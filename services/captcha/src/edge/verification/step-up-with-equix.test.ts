import { captchaRoutes } from '@bollard/contracts'
import { encodeSolution, readChallenge } from '@bollard/proof-of-work'
import { createEquixSolver, solveEquixIndices } from '@bollard/proof-of-work/equix'
import { expectedHashes } from '@bollard/proof-of-work/server'
import { collectedFor } from '@bollard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { solve } from '../../testing/browser.ts'
import { makeSite, startCluster } from '../../testing/start-service.ts'
import { answer, codeOf, siteverify, started } from '../../testing/walk-through.ts'

// The second round then takes one solution for each sub-puzzle, the least there is.
const work = { min: 2 ** 12, max: 2 ** 12, stepUpMin: 2 ** 18, stepUpMax: 2 ** 18 }
const cluster = await startCluster()
afterAll(() => cluster.stop())
const it = await cluster.startService({ work })
const site = await makeSite(it)
const solver = await createEquixSolver()

beforeAll(async () => {
  it.roles.set(`ada ${site.solutionId}`, 'ADMIN')
  const payload = {
    name: 'Twice',
    priority: 10,
    conditions: [{ field: 'path', not: false, values: ['/twice'] }],
    action: { type: 'CHALLENGE' },
  }
  const made = await it.app.inject({
    method: 'POST',
    url: `/captcha/v1/sites/${site.solutionId}/rules`,
    headers: { cookie: 'ada' },
    payload,
  })
  if (made.statusCode !== 201) throw new Error(made.body)
})

async function proofsOf(token: string): Promise<Uint8Array[]> {
  const puzzle = readChallenge(token)
  const proofs: Uint8Array[] = []
  await solveEquixIndices(
    puzzle,
    [...Array(puzzle.count).keys()],
    { solver },
    (index, proof) => void (proofs[index] = proof),
  )
  return proofs
}

/** A visitor of whom a rule asks a second round, up to the challenge of it. */
async function secondRound(offer: { stepUp?: string }) {
  const { verificationId, challenge } = await started(it.app, { siteKey: site.siteKey, path: '/twice' })
  const first = {
    challenge: challenge.token,
    solution: await solve(challenge.token),
    workMs: 12,
    collected: collectedFor(challenge.token),
    path: '/twice',
  }
  const response = await answer(it.app, verificationId, { ...first, ...offer })
  const answered = captchaRoutes.answerVerification.response.schema.parse(response.json())
  if (answered.status !== 'challenge') throw new Error(response.body)
  // Nobody has such a device that the work of the second round takes no time.
  it.clock.now += 2_000
  return { verificationId, challenge: answered.challenge }
}

const hand = (verificationId: string, token: string, solution: string) =>
  answer(it.app, verificationId, {
    challenge: token,
    solution,
    workMs: 900,
    collected: collectedFor(token),
    path: '/twice',
  })

test('who can solve Equi-X gets it for the second round, passes with it, and the log says so', async () => {
  const { verificationId, challenge } = await secondRound({ stepUp: 'equix' })
  expect(challenge).toMatchObject({ algorithm: 'equix', count: 32 })
  const response = await hand(verificationId, challenge.token, encodeSolution(await proofsOf(challenge.token)))
  const passed = captchaRoutes.answerVerification.response.schema.parse(response.json())
  if (passed.status !== 'passed') throw new Error(response.body)
  expect(await siteverify(it.app, { secret: site.secretKey, response: passed.token })).toMatchObject({ success: true })
  const seen = await it.app.inject({
    url: `/captcha/v1/sites/${site.solutionId}/verifications/${verificationId}`,
    headers: { cookie: 'ada' },
  })
  expect(seen.json()).toMatchObject({
    workAlgorithm: 'equix',
    rounds: 2,
    workHashes: expectedHashes(challenge.target, 'equix'),
  })
})

test('who cannot gets SHA-256, and both rounds together are in the log as that', async () => {
  const { verificationId, challenge } = await secondRound({})
  expect(challenge.algorithm).toBe('sha256')
  const response = await hand(verificationId, challenge.token, await solve(challenge.token))
  expect(response.json()).toMatchObject({ status: 'passed' })
  const seen = await it.app.inject({
    url: `/captcha/v1/sites/${site.solutionId}/verifications/${verificationId}`,
    headers: { cookie: 'ada' },
  })
  expect(seen.json()).toMatchObject({ workAlgorithm: 'sha256', rounds: 2 })
})

test('the first round is never one of Equi-X, whatever a program offers', async () => {
  const { challenge } = await started(it.app, { siteKey: site.siteKey, path: '/twice' })
  expect(challenge.algorithm).toBe('sha256')
})

test.for([
  ['a solution of SHA-256', async (): Promise<string> => Buffer.alloc(128).toString('base64url')],
  ['nothing but zeros', async (): Promise<string> => Buffer.alloc(640).toString('base64url')],
  [
    'solutions of another challenge',
    async (): Promise<string> =>
      encodeSolution(await proofsOf((await secondRound({ stepUp: 'equix' })).challenge.token)),
  ],
  ['nothing at all', async (): Promise<string> => ''],
] as const)('%s is wrong work in a round of Equi-X, and burns the challenge', async ([, made]) => {
  // Before, as a network that hands in wrong work is soon refused in another way.
  const solution = await made()
  const { verificationId, challenge } = await secondRound({ stepUp: 'equix' })
  expect((await hand(verificationId, challenge.token, solution)).json()).toMatchObject({
    status: 'refused',
    reasons: expect.arrayContaining(['work-wrong']),
  })
  expect(codeOf(await hand(verificationId, challenge.token, encodeSolution(await proofsOf(challenge.token))))).toBe(
    'already-answered',
  )
})

test('an algorithm that nobody knows is refused by its name, on both lanes', async () => {
  const { verificationId, challenge } = await started(it.app, { siteKey: site.siteKey })
  const response = await answer(it.app, verificationId, {
    challenge: challenge.token,
    solution: 'x',
    workMs: 1,
    stepUp: 'scrypt',
  })
  expect([response.statusCode, codeOf(response)]).toEqual([422, 'validation-failed'])
})

test('wrong work burns a challenge of Equi-X in every process, also for a network that hands in one wrong answer after the other', async () => {
  const beside = await cluster.startService({ beside: it, work })
  for (let count = 0; count < 10; count++) {
    const { verificationId, challenge } = await started(it.app, { siteKey: site.siteKey })
    await answer(it.app, verificationId, {
      challenge: challenge.token,
      solution: Buffer.alloc(128, 255).toString('base64url'),
      workMs: 1,
    })
  }
  const { verificationId, challenge } = await secondRound({ stepUp: 'equix' })
  expect((await hand(verificationId, challenge.token, Buffer.alloc(640).toString('base64url'))).json()).toMatchObject({
    status: 'refused',
  })
  const body = {
    challenge: challenge.token,
    solution: encodeSolution(await proofsOf(challenge.token)),
    workMs: 900,
    path: '/twice',
  }
  expect(codeOf(await answer(beside.app, verificationId, body))).toBe('already-answered')
})

test('whoever makes up proofs cannot draw again: of 100 answers at once, each with a wait of its own, one counts', async () => {
  // A layout that nobody knows makes the service ask its database before it concludes.
  const release = { release: '0.1.0-1a2b3c4d', layout: 7, checks: 40, pack: async () => Buffer.alloc(0) }
  const asking = await cluster.startService({ beside: it, work, widgetRelease: release })
  const { verificationId, challenge } = await secondRound({ stepUp: 'equix' })
  const proofs = await proofsOf(challenge.token)
  const madeUp = encodeSolution([...proofs.slice(0, 16), ...proofs.slice(0, 16)])
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, layout) =>
      answer(asking.app, verificationId, {
        challenge: challenge.token,
        solution: madeUp,
        workMs: 900,
        collected: collectedFor(challenge.token, undefined, { layout: 1_000 + layout }),
        path: '/twice',
      }),
    ),
  )
  const counted = answers.filter(({ statusCode }) => statusCode === 200)
  expect([counted.length, answers.filter(({ statusCode }) => statusCode === 409).length]).toEqual([1, 99])
})
