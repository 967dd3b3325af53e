import { describe, expect, it } from 'vitest'
import { judgeFarm, judgeVisit } from './judge-visit.ts'
import { newVisit, withAnswer, withReport } from './page/visits.ts'

const opened = { ...newVisit(), opened: true }
const verdict = { outcome: 'REFUSED', score: 0.98, rounds: 1, reasons: [] } as const

describe('judgeVisit', () => {
  it('takes the verdict of who came to the end', () => {
    const visit = withReport(opened, { type: 'failed', code: 'refused', verificationId: 'v' })
    expect(judgeVisit({ kind: 'bot', visit, verdict, failure: null, outOfTime: false })).toMatchObject({
      decision: 'REFUSED',
      score: 0.98,
    })
  })

  it('calls a crash broken, also after a verdict', () => {
    expect(judgeVisit({ kind: 'bot', visit: opened, verdict, failure: 'crashed', outOfTime: false })).toMatchObject({
      decision: 'BROKEN',
      detail: 'crashed',
    })
  })

  it('keeps the verdict when only the leaving crashed', () => {
    const visit = withAnswer(opened, { success: true, 'error-codes': [] })
    expect(
      judgeVisit({
        kind: 'bot',
        visit,
        verdict: { ...verdict, outcome: 'PASSED' },
        failure: 'crashed',
        outOfTime: false,
      }).decision,
    ).toBe('PASSED')
  })

  it('calls who never fetched the page broken, not stopped', () => {
    expect(
      judgeVisit({ kind: 'bot', visit: newVisit(), verdict: null, failure: null, outOfTime: false }).decision,
    ).toBe('BROKEN')
  })

  it('says that who got nothing got nothing, and why', () => {
    const judged = judgeVisit({ kind: 'bot', visit: opened, verdict: null, failure: null, outOfTime: false })
    expect(judged).toMatchObject({ decision: 'NONE', detail: 'the check never began' })
    const sent = withAnswer(opened, { success: false, 'error-codes': ['missing-input-response'] })
    expect(judgeVisit({ kind: 'bot', visit: sent, verdict: null, failure: null, outOfTime: false }).detail).toContain(
      'missing-input-response',
    )
  })

  it('takes no fault of the service for a detection, and every fault for a failure towards people', () => {
    const failed = (code: string) => withReport(opened, { type: 'failed', code, verificationId: null })
    const decide = (kind: 'bot' | 'genuine', code: string) =>
      judgeVisit({ kind, visit: failed(code), verdict: null, failure: null, outOfTime: false }).decision
    expect([decide('bot', 'unavailable'), decide('genuine', 'unavailable')]).toEqual(['BROKEN', 'NONE'])
    expect(decide('bot', 'not-solved')).toBe('NONE')
  })

  it('tells waiting in vain from never coming to the button', () => {
    const pressed = withReport(opened, { type: 'pressed' })
    expect(
      judgeVisit({ kind: 'bot', visit: pressed, verdict: null, failure: 'out of time', outOfTime: true }).decision,
    ).toBe('NONE')
    expect(
      judgeVisit({ kind: 'bot', visit: opened, verdict: null, failure: 'out of time', outOfTime: true }).decision,
    ).toBe('BROKEN')
  })
})

describe('the account of a visit', () => {
  it('knows a verification once, whether the page or the service named it', () => {
    const solved = withReport(opened, { type: 'solved', verificationId: 'v' })
    expect(withAnswer(solved, { success: true, verification_id: 'v', 'error-codes': [] }).verificationIds).toEqual([
      'v',
    ])
    expect(withAnswer(opened, { success: true, verification_id: 'w', 'error-codes': [] })).toMatchObject({
      verificationIds: ['w'],
      done: 'passed',
    })
  })

  it('is not done by a failure that can be tried again', () => {
    expect(withReport(opened, { type: 'failed', code: 'rate-limited', verificationId: null }).done).toBeNull()
  })
})

describe('judgeFarm', () => {
  const answer = (outcome: 'PASSED' | 'FLAGGED', score: number): Parameters<typeof withAnswer>[1] => ({
    success: true,
    outcome,
    score,
    reasons: [],
    'error-codes': [],
  })
  const farm = (...answers: Parameters<typeof withAnswer>[1][]) => answers.reduce(withAnswer, opened)

  it('goes by most of the tokens', () => {
    const [good, dear] = [answer('PASSED', 0.1), answer('FLAGGED', 0.5)]
    expect(judgeFarm(5, farm(good, good, good, dear), null)).toMatchObject({
      decision: 'PASSED',
      tokens: { passed: 3, flagged: 1, refused: 1 },
    })
    expect(judgeFarm(5, farm(good, good, dear), null)).toMatchObject({ decision: 'FLAGGED' })
    expect(judgeFarm(5, farm(good, good), null)).toMatchObject({ decision: 'REFUSED', tokens: { refused: 3 } })
  })

  it('calls a farm broken that crashed before its first form', () => {
    expect(judgeFarm(5, opened, 'crashed').decision).toBe('BROKEN')
    expect(judgeFarm(5, farm(answer('PASSED', 0.1)), 'crashed').decision).toBe('REFUSED')
    expect(judgeFarm(5, opened, null)).toMatchObject({ decision: 'REFUSED', score: null })
  })
})
