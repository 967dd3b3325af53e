import { ProblemError } from '@bollard/http'
import { expect, test } from 'vitest'
import { type Followers, followSolution } from './follow-solution.ts'

const state = { effects: [], timeZone: 'UTC', number: 3 }

function following(
  lifecycle: 'ACTIVE' | 'CANCEL_SCHEDULED' | 'ENDED' | 'DELETION_PENDING' | 'DELETED',
  setRenewal?: Followers['billing']['setRenewal'],
) {
  const told: unknown[] = []
  const follow = followSolution(() => ({
    captcha: { applySolutionState: async (...what) => void told.push(['restrict', ...what]) },
    monitoring: { applySolutionState: async (...what) => void told.push(['stop', ...what]) },
    protection: { applySolutionState: async (...what) => void told.push(['guard', ...what]) },
    billing: {
      setRenewal: setRenewal ?? (async (...what) => (told.push(['renew', ...what]), null)),
      endSubscription: async (...what) => void told.push(['end', ...what]),
    },
    solution: { findLifecycles: async ([id = '']) => new Map([[id, { lifecycle, endsAt: null, deletionAt: null }]]) },
  }))
  return { told, follow }
}

test('captcha, monitoring and protection are told of the locks, and billing whether it goes on', async () => {
  for (const [lifecycle, expected] of [
    ['ACTIVE', ['renew', 's1', true]],
    ['CANCEL_SCHEDULED', ['renew', 's1', false]],
    ['ENDED', ['end', 's1']],
    ['DELETION_PENDING', ['end', 's1']],
    ['DELETED', ['end', 's1']],
  ] as const) {
    const { told, follow } = following(lifecycle)
    await follow('s1', state)
    expect(told, lifecycle).toEqual([
      ['restrict', 's1', state],
      ['stop', 's1', state],
      ['guard', 's1', state],
      expected,
    ])
  }
})

test('a solution without a plan is no fault, anything else is one, so that it is told again', async () => {
  await following('ACTIVE', async () => Promise.reject(new ProblemError('not-found'))).follow('s1', state)
  await expect(following('ACTIVE', async () => Promise.reject(new Error('away'))).follow('s1', state)).rejects.toThrow(
    'away',
  )
})
